import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, before, beforeEach, describe, test } from 'node:test';
import { runCommand } from '../../../infra/sandbox/control/command.ts';
import type { SandboxControls } from '../../../infra/sandbox/control/sandbox-controls.ts';
import { type ControlServer, startControl } from '../../../infra/sandbox/control/server.ts';
import { verbs } from '../../../infra/sandbox/control/verbs.ts';
import { federatedNames } from '../../../infra/sandbox/federated-names.ts';
import { defaultTopology } from '../../../infra/sandbox/topology.ts';
import { createScreen } from '../../../infra/sandbox/view/screen.ts';

const names = federatedNames(defaultTopology, 'shop/web');

/** Writes down what the verbs do. */
const recordingControls = (calls: string[]): SandboxControls => ({
  members: ['tokyo', 'ohio'],
  clusters: ['host', 'tokyo', 'ohio'],
  servicesIn: (member) => (member === 'tokyo' ? ['shop/cart', 'shop/web'] : ['shop/web']),
  drain: (member, service) => void calls.push(`drain ${member} ${service}`),
  fill: (member, service) => void calls.push(`fill ${member} ${service}`),
  stopCluster: async (cluster) => void calls.push(`stop ${cluster}`),
  startCluster: async (cluster) => void calls.push(`start ${cluster}`),
  throttleRoute53: (on) => void calls.push(`throttle ${on}`),
  resync: () => Promise.reject(new Error('Cannot resync: the table is gone')),
  status: async () => ({
    federation: 'demo',
    zone: 'seamark.example',
    route53Throttled: true,
    knowsClusters: true,
    clusters: [
      {
        name: 'tokyo',
        region: 'r',
        zones: ['a', 'c'],
        membership: 'member',
        running: true,
        ready: true,
        reason: 'Up',
      },
      {
        name: 'ohio',
        region: 's',
        zones: ['b'],
        membership: 'member',
        running: false,
        ready: false,
        reason: 'Down',
      },
    ],
    services: [
      {
        key: 'shop/web',
        deleting: false,
        conditions: [{ type: 'DNSInSync', status: 'True', reason: 'Published', message: '9 sets' }],
        copies: [
          {
            cluster: 'tokyo',
            membership: 'member',
            state: 'copy',
            addresses: ['192.0.2.1'],
            readyEndpoints: 0,
            drained: true,
          },
          {
            cluster: 'ohio',
            membership: 'member',
            state: 'unknown',
            addresses: [],
            readyEndpoints: 0,
            drained: false,
          },
        ],
        names,
        states: { [names.name]: { kind: 'addresses', values: ['203.0.113.9'] } },
      },
    ],
  }),
  records: () => [
    { name: 'seamark.example', type: 'NS', ttlSeconds: 172800, values: ['ns-1', 'ns-2'] },
    { name: 'a.seamark.example', type: 'A', values: ['alias b'] },
  ],
});

describe('the verbs', () => {
  const calls: string[] = [];
  let control: ControlServer;
  before(async () => {
    control = await startControl(0, recordingControls(calls));
  });
  after(() => control.close());
  beforeEach(() => {
    calls.length = 0;
  });

  const post = async (verb: string, body: string) => {
    const response = await fetch(`${control.url}/${verb}`, { method: 'POST', body });
    return { status: response.status, body: await response.json() };
  };

  const type = async (line: string, running = true) => {
    const out = new PassThrough();
    const err = new PassThrough();
    const screen = (output: PassThrough) => createScreen(output, () => 0);
    const code = await runCommand(line === '' ? [] : line.split(' '), {
      out: screen(out),
      err: screen(err),
      // The command reads nothing else of the file.
      endpoints: async () => (running ? ({ control: control.url } as never) : undefined),
    });
    return { code, out: String(out.read() ?? ''), err: String(err.read() ?? '') };
  };

  const done: readonly (readonly [string, string, string])[] = [
    [
      'drain tokyo shop/cart',
      'drain tokyo shop/cart',
      'Drained shop/cart in tokyo: its endpoints turn unready\n',
    ],
    [
      'fill ohio shop/web',
      'fill ohio shop/web',
      'Filled shop/web in ohio: its endpoints turn ready\n',
    ],
    ['stop-cluster host', 'stop host', 'Stopped host: its Kubernetes API refuses connections\n'],
    ['start-cluster ohio', 'start ohio', 'Started ohio: its Kubernetes API answers\n'],
    ['throttle route53 on', 'throttle true', 'Route 53 answers every call with Throttling\n'],
    ['throttle route53 off', 'throttle false', 'Route 53 answers as usual\n'],
  ];
  for (const [line, call, answer] of done)
    test(`${line} does so and says so`, async () => {
      assert.deepEqual(await type(line), { code: 0, out: answer, err: '' });
      assert.deepEqual(calls, [call]);
    });

  const refused: readonly (readonly [string, string, string])[] = [
    ['drain nagoya shop/web', 'no such member cluster', 'tokyo, ohio'],
    ['drain host shop/web', 'no such member cluster', 'tokyo, ohio'],
    ['drain ohio shop/cart', 'no such Service in ohio', 'shop/web'],
    ['drain tokyo', 'no Service in tokyo named', 'shop/cart, shop/web'],
    ['drain', 'no member cluster named', 'tokyo, ohio'],
    ['stop-cluster nagoya', 'no such cluster', 'host, tokyo, ohio'],
    ['throttle sqs on', 'no such target', 'route53'],
    ['throttle route53 maybe', 'no such setting', 'on, off'],
  ];
  for (const [line, reason, choices] of refused)
    test(`${line} is refused and lists what there is`, async () => {
      const { code, out, err } = await type(line);
      assert.equal(code, 2);
      assert.equal(out, '');
      assert.ok(err.includes(reason), err);
      assert.ok(err.includes(`There are: ${choices}\n`), err);
      assert.match(err, /Usage: npm run sandbox -- /);
      assert.deepEqual(calls, []);
    });

  test('a verb that does not exist lists those that do', async () => {
    const { code, err } = await type('empty tokyo shop/web');
    assert.equal(code, 2);
    assert.ok(err.includes(`There are: ${verbs.map(({ name }) => name).join(', ')}`), err);
  });

  test('a word too many is refused', async () => {
    const { code, err } = await type('fill tokyo shop/web now');
    assert.equal(code, 2);
    assert.match(err, /"now" is one word too many/);
  });

  test('a verb that fails says why and exits with 1', async () => {
    const { code, err } = await type('resync');
    assert.equal(code, 1);
    assert.match(err, /^Cannot resync: the table is gone\n/);
  });

  test('without a sandbox every verb says how to start one', async () => {
    for (const { name } of verbs) {
      const { code, err } = await type(name, false);
      assert.equal(code, 1);
      assert.match(err, /start one with npm start/);
    }
  });

  test('each verb has help, with or without a sandbox', async () => {
    for (const { name } of verbs)
      for (const running of [true, false]) {
        const { code, out } = await type(`${name} --help`, running);
        assert.equal(code, 0);
        assert.ok(out.startsWith(`Usage: npm run sandbox -- ${name}`), out);
      }
    const overview = await type('--help');
    assert.equal(overview.code, 0);
    for (const { name } of verbs) assert.ok(overview.out.includes(`\n  ${name}`), name);
    assert.equal((await type('')).code, 2);
  });

  test('status shows clusters, copies, conditions and the names', async () => {
    const { code, out } = await type('status');
    assert.equal(code, 0);
    assert.deepEqual(out.split('\n').slice(0, 12), [
      'Clusters of federation demo',
      '  tokyo  r  a c  ready',
      '  ohio   s  b    not ready: Down, stopped',
      '',
      'Route 53 throttles every call',
      '',
      'shop/web',
      '  tokyo  0 ready endpoints, drained  192.0.2.1',
      '  ohio   stopped                     -',
      '  DNSInSync=True Published: 9 sets',
      '  web.shop.demo.svc.seamark.example',
      '  global                 203.0.113.9',
    ]);
  });

  test('records shows one value a line', async () => {
    assert.deepEqual((await type('records')).out.split('\n'), [
      'seamark.example    172800  NS  ns-1',
      'seamark.example    172800  NS  ns-2',
      'a.seamark.example  -       A   alias b',
      '',
    ]);
  });

  test('as HTTP calls: a boolean may be one, and faults are JSON with a reason', async () => {
    assert.equal((await post('throttle', '{"target":"route53","on":true}')).status, 200);
    assert.deepEqual(calls, ['throttle true']);
    assert.deepEqual(await post('drain', '{"cluster":"nagoya","service":"shop/web"}'), {
      status: 400,
      body: {
        error: 'Cannot drain "nagoya": no such member cluster',
        choices: ['tokyo', 'ohio'],
      },
    });
    assert.equal((await post('drain', '[]')).status, 400);
    assert.equal((await post('drain', '{')).status, 400);
    assert.equal((await post('drain', `"${'x'.repeat(70_000)}"`)).status, 400);
    assert.equal((await post('status', '{}')).status, 405);
    assert.equal((await post('empty', '{}')).status, 404);
    assert.equal((await post('resync', '')).status, 500);
  });
});
