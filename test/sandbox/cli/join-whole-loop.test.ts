import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Attributes } from '../../../infra/sandbox/kubernetes/access/attributes.ts';
import type { Decision } from '../../../infra/sandbox/kubernetes/access/authorize.ts';
import type { User } from '../../../infra/sandbox/kubernetes/access/user.ts';
import type { KubeObject } from '../../../infra/sandbox/kubernetes/resource.ts';
import { createSandbox, type Sandbox } from '../../../infra/sandbox/sandbox.ts';
import { waitUntil } from '../../../infra/sandbox/wait-until.ts';
import { runCli } from '../../unit/cli/run-cli.ts';
import { applyPrinted, printedManifests } from './apply-printed.ts';
import { type ExtraMember, startExtraMember } from './extra-member.ts';

const topology = {
  federation: 'demo',
  zone: 'seamark.example',
  members: [
    { name: 'tokyo', region: 'ap-northeast-1', zones: ['ap-northeast-1a'], loadBalancers: 'ip' },
  ],
} as const;

type Rule = {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
};

/** Every single right that the printed roles give, as `<role> <verb> <target>`. */
const printedRights = async (flag: string): Promise<readonly string[]> => {
  const objects = await printedManifests(flag);
  return objects
    .filter(({ kind }) => kind === 'ClusterRole' || kind === 'Role')
    .flatMap(({ metadata, rules }) =>
      // The cast trusts the project's own manifests.
      (rules as unknown as readonly Rule[]).flatMap((rule) =>
        targetsOf(rule).flatMap((target) =>
          rule.verbs.map((verb) => `${metadata.name} ${verb} ${target}`),
        ),
      ),
    );
};

const targetsOf = ({ apiGroups = [], resources = [], nonResourceURLs = [] }: Rule) => [
  ...apiGroups.flatMap((group) =>
    resources.map((resource) => (group === '' ? resource : `${resource}.${group}`)),
  ),
  ...nonResourceURLs,
];

const targetOf = (request: Attributes): string => {
  if (request.kind === 'path') return `${request.verb} ${request.path}`;
  const { verb, group, resource, subresource } = request;
  const target = subresource === '' ? resource : `${resource}/${subresource}`;
  return `${verb} ${group === '' ? target : `${target}.${group}`}`;
};

suite('a cluster joins a federation that runs with the printed rights', () => {
  let parent: string;
  let sandbox: Sandbox;
  let lyon: ExtraMember;
  const used = new Set<string>();
  const refused: string[] = [];

  const hear = (cluster: string, user: User, request: Attributes, decision: Decision): void => {
    if (user.username !== 'seamark') return;
    const target = targetOf(request);
    if (!decision.allowed) refused.push(`${cluster}: ${target}`);
    // The role that grants it, by the authoriser's own words.
    const role = /of (?:Cluster)?Role "([^"]+)"/.exec(decision.reason)?.[1] ?? '';
    used.add(`${role} ${target}`);
  };
  const eventually = <T>(what: string, look: () => Promise<T | undefined>): Promise<T> =>
    waitUntil(look, { what, limitMs: 60_000, everyMs: 100, now: Date.now }, () => refused.join());
  const copyOf = (path: string): Promise<KubeObject | undefined> => lyon.admin.read(path);
  const cli = (...line: readonly string[]) => runCli(line, { now: Date.now, sleep });
  const sleep = (spanMs: number): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, Math.min(spanMs, 200)));

  before(async () => {
    parent = await mkdtemp(join(tmpdir(), 'seamark-join-'));
    const step = () => ({ done: () => undefined, failed: () => undefined });
    sandbox = await createSandbox({
      folder: join(parent, '.sandbox'),
      topology,
      now: Date.now,
      random: Math.random,
      step,
      onDecision: hear,
    });
    lyon = await startExtraMember('lyon', {
      zones: ['eu-west-9a', 'eu-west-9b'],
      onDecision: (...heard) => hear('lyon', ...heard),
    });
    await writeFile(join(parent, 'lyon.kubeconfig'), lyon.kubeconfigOf('seamark'));
  });
  after(async () => {
    await sandbox?.close();
    await lyon?.server.close();
    await rm(parent, { recursive: true, force: true });
  });

  const joinLine = () => [
    'join',
    'lyon',
    '--kubeconfig',
    join(parent, 'lyon.kubeconfig'),
    '--host-kubeconfig',
    join(parent, '.sandbox', 'kubeconfig'),
    '--host-context',
    'host',
    '--labels',
    'environment=test',
  ];

  test('without rights it is refused, with what is missing and the command that repairs it', async () => {
    const { code, out, talk } = await cli(...joinLine());
    assert.deepEqual([code, out], [1, '']);
    assert.match(talk, /^failed +rights: seamark may not get services, list services, create/m);
    assert.match(talk, /^ +npx seamark manifests --member \| kubectl apply -f -/m);
    assert.match(talk, /^Cannot join lyon: 2 checks failed, and nothing was stored/m);
    const clusters = '/apis/federation.seamark.dev/v1beta1/clusters/lyon';
    assert.equal(await sandbox.host.read(clusters), undefined);
    assert.equal(
      await sandbox.host.read('/api/v1/namespaces/seamark-system/secrets/lyon'),
      undefined,
    );
    refused.length = 0;
  });

  test('with the printed rights it joins and is ready', async () => {
    await applyPrinted(lyon.admin, '--member');
    const { code, out, talk } = await cli(...joinLine());
    assert.equal(code, 0, talk);
    assert.equal(out, 'lyon is ready: region eu-west-9, zones eu-west-9a, eu-west-9b\n');
    assert.match(talk, /^applied +lyon: registered$/m);
  });

  test('the status tells of it, as of a cluster that the sandbox does not play', async () => {
    const { clusters, services } = await sandbox.controls.status();
    const [tokyo, here] = clusters;
    assert.deepEqual(
      [tokyo?.name, tokyo?.membership, tokyo?.byHand],
      ['tokyo', 'member', undefined],
    );
    const { reason: _reason, ...told } = here ?? {};
    assert.deepEqual(told, {
      name: 'lyon',
      region: 'eu-west-9',
      zones: ['eu-west-9a', 'eu-west-9b'],
      membership: 'member',
      byHand: true,
      ready: true,
    });
    assert.deepEqual(services, []);
  });

  test('joining again changes nothing', async () => {
    const path = '/apis/federation.seamark.dev/v1beta1/clusters/lyon';
    const spec = async () => JSON.stringify((await sandbox.host.read(path))?.['spec']);
    const before = await spec();
    const { code, talk } = await cli(...joinLine());
    assert.equal(code, 0, talk);
    assert.match(talk, /^applied +lyon: as it was$/m);
    assert.equal(await spec(), before);
  });

  test('it gets copies, in a namespace of its own, that follow and go', async () => {
    await sandbox.host.create('/api/v1/namespaces', { metadata: { name: 'books' } });
    const services = '/api/v1/namespaces/books/services';
    const labels = { 'federation.seamark.dev/enabled': 'true' };
    const service = (name: string, rest: object) => ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, labels },
      spec: { type: 'LoadBalancer', ports: [{ port: 80 }], ...rest },
    });
    await sandbox.host.create(services, service('api', { selector: { app: 'api' } }));
    // Without a selector nobody makes slices, so that Endpoints are asked for.
    await sandbox.host.create(services, service('plain', {}));
    for (const name of ['api', 'plain'])
      await eventually(`a copy of ${name}`, () => copyOf(`${services}/${name}`));
    const seen = await eventually('both copies in the status', async () => {
      const report = await sandbox.controls.status();
      const api = report.services.find(({ key }) => key === 'books/api');
      const states = api?.copies.map(({ cluster, state }) => `${cluster} ${state}`).join();
      return states === 'tokyo copy,lyon unseen' ? api : undefined;
    });
    assert.ok(seen.names.below.some(({ label }) => label === 'eu-west-9'));
    for (const port of [81, 82]) {
      await sandbox.host.merge(`${services}/api`, { spec: { ports: [{ port }] } });
      await eventually(`port ${port} in the copy`, async () => {
        const spec = (await copyOf(`${services}/api`))?.['spec'];
        return JSON.stringify(spec).includes(`"port":${port}`) ? true : undefined;
      });
    }
    await eventually('an Event that is counted', async () => {
      const { items } = await sandbox.host.list('/api/v1/namespaces/books/events');
      return items.some(({ count }) => Number(count) > 1) ? true : undefined;
    });
    for (const name of ['api', 'plain']) {
      await sandbox.host.remove(`${services}/${name}`);
      await eventually(`the end of ${name}`, async () =>
        (await sandbox.host.read(`${services}/${name}`)) === undefined ? true : undefined,
      );
      assert.equal(await copyOf(`${services}/${name}`), undefined);
    }
  });

  test('what the sandbox applied, kubectl apply knows again', async () => {
    const role = '/apis/rbac.authorization.k8s.io/v1/clusterroles/seamark-member';
    const { metadata, ...rest } = (await sandbox.member('tokyo').read(role)) ?? assert.fail();
    const last = metadata.annotations?.['kubectl.kubernetes.io/last-applied-configuration'] ?? '';
    assert.deepEqual(JSON.parse(last), {
      ...rest,
      metadata: { name: 'seamark-member', annotations: {} },
    });
  });

  test('it leaves', async () => {
    const path = '/apis/federation.seamark.dev/v1beta1/clusters/lyon';
    await sandbox.host.remove(path);
    await eventually('the end of the Cluster', async () =>
      (await sandbox.host.read(path)) === undefined ? true : undefined,
    );
  });

  test('a member that the sandbox registered leaves, and joins again, by the same commands', async () => {
    const path = join(parent, '.sandbox', 'kubeconfig');
    const host = ['--host-kubeconfig', path, '--host-context', 'host'];
    const member = ['tokyo', '--kubeconfig', path, '--context', 'tokyo', ...host];
    const rehearsal = await cli('join', ...member, '--dry-run');
    assert.equal(rehearsal.code, 0, rehearsal.talk);
    const left = await cli('leave', 'tokyo', ...host);
    assert.equal(left.code, 0, left.talk);
    assert.match(left.talk, /^deleted +Secret seamark-system\/tokyo$/m);
    assert.equal((await sandbox.controls.status()).clusters[0]?.membership, 'none');
    const { code, out, talk } = await cli('join', ...member);
    assert.equal(code, 0, talk);
    assert.equal(out, 'tokyo is ready: region ap-northeast-1, zones ap-northeast-1a\n');
  });

  test('nothing that Seamark did was refused, and every right was used', async () => {
    await sandbox.controls.resync();
    assert.deepEqual(refused, []);
    const rights = [...(await printedRights('--host')), ...(await printedRights('--member'))];
    const unused = rights.filter((right) => !used.has(right));
    assert.deepEqual(unused, []);
  });
});
