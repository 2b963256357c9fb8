import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import { listRecords } from '../../../infra/sandbox/control/list-records.ts';
import type {
  ClusterReport,
  CopyReport,
  ServiceReport,
  StatusReport,
} from '../../../infra/sandbox/control/status-report.ts';
import { allNames, federatedNames } from '../../../infra/sandbox/federated-names.ts';
import { nameState } from '../../../infra/sandbox/name-state.ts';
import { defaultTopology } from '../../../infra/sandbox/topology.ts';
import { createScreen } from '../../../infra/sandbox/view/screen.ts';
import { statusPage } from '../../../infra/sandbox/view/status-page.ts';

const screen = createScreen(new PassThrough(), () => 0);
const names = federatedNames(defaultTopology, 'shop/web');
const report = (
  services: readonly ServiceReport[],
  more: Partial<StatusReport> = {},
): StatusReport => ({
  federation: 'demo',
  zone: 'seamark.example',
  route53Throttled: false,
  knowsClusters: true,
  clusters: [],
  services,
  ...more,
});

const copyIn = (cluster: string, more: Partial<CopyReport>): CopyReport => ({
  cluster,
  membership: 'member',
  state: 'copy',
  addresses: [],
  readyEndpoints: 0,
  drained: false,
  ...more,
});

const serviceWith = (readyEndpoints: number): ServiceReport =>
  serviceIn(
    copyIn('tokyo', { addresses: ['192.0.2.1'], readyEndpoints }),
    copyIn('ohio', { state: 'none' }),
  );

const serviceIn = (...copies: readonly CopyReport[]): ServiceReport => ({
  key: 'shop/web',
  deleting: true,
  conditions: [],
  copies,
  names,
  states: Object.fromEntries(
    allNames(names).map(({ name, up }) => [
      name,
      nameState({ addresses: [], ...(up === undefined ? {} : { target: up }) }, up),
    ]),
  ),
});

describe('the status page', () => {
  test('says what to do where there is no federated Service', () => {
    assert.match(statusPage(report([]), screen).join('\n'), /kubectl apply -f infra\/sandbox\//);
  });

  test('tells a name without endpoints from one that waits to be published', () => {
    const zone = (readyEndpoints: number) =>
      statusPage(report([serviceWith(readyEndpoints)]), screen).find((line) =>
        line.includes('ap-northeast-1a'),
      );
    assert.match(zone(0) ?? '', /-> falls up to ap-northeast-1: no ready endpoints$/);
    assert.match(zone(2) ?? '', /-> falls up to ap-northeast-1: change under way$/);
  });

  test('shows what becomes of each copy', () => {
    const lines = statusPage(report([serviceWith(1)]), screen);
    assert.ok(lines.includes('shop/web, being deleted'));
    assert.ok(lines.includes('  tokyo  1 ready endpoint  192.0.2.1'), lines.join('\n'));
    assert.ok(lines.includes('  ohio   no copy           -'), lines.join('\n'));
  });
});

describe('clusters of the status page', () => {
  const at = { region: 'r', zones: ['a'], ready: true, reason: 'Up' };
  const cases: readonly (readonly [line: string, cluster: ClusterReport])[] = [
    ['x  r  a  ready', { name: 'x', membership: 'member', running: true, ...at }],
    [
      'x  r  a  not a member',
      { name: 'x', membership: 'none', running: true, ...at, ready: false, reason: '' },
    ],
    ['x  r  a  ready, leaving', { name: 'x', membership: 'leaving', running: true, ...at }],
    ['x  r  a  ready, joined by hand', { name: 'x', membership: 'member', byHand: true, ...at }],
    [
      'x  -  -  not ready, joined by hand',
      {
        name: 'x',
        membership: 'member',
        byHand: true,
        region: '',
        zones: [],
        ready: false,
        reason: '',
      },
    ],
  ];
  for (const [line, cluster] of cases)
    test(`${line}`, () => {
      assert.ok(statusPage(report([], { clusters: [cluster] }), screen).includes(`  ${line}`));
    });

  const copies: readonly (readonly [line: string, copy: CopyReport])[] = [
    [
      'x  stopped  192.0.2.1 (kept: its API is silent, and offlinePolicy preserve keeps addresses)',
      copyIn('x', { state: 'unknown', addresses: ['192.0.2.1'] }),
    ],
    ['x  stopped  -', copyIn('x', { state: 'unknown' })],
    ['x  joined by hand  192.0.2.1', copyIn('x', { state: 'unseen', addresses: ['192.0.2.1'] })],
    [
      'x  not a member, copy left there  192.0.2.1',
      copyIn('x', { membership: 'none', addresses: ['192.0.2.1'] }),
    ],
    ['x  not a member  -', copyIn('x', { membership: 'none', state: 'none' })],
  ];
  for (const [line, copy] of copies)
    test(`a copy: ${line}`, () => {
      const lines = statusPage(report([serviceIn(copy)]), screen);
      assert.ok(lines.includes(`  ${line}`), lines.join('\n'));
    });

  test('a copy that a cluster kept when it left is no change under way', () => {
    const copy = copyIn('tokyo', { membership: 'none', readyEndpoints: 2 });
    const lines = statusPage(report([serviceIn(copy)]), screen);
    const zone = lines.find((line) => line.includes('ap-northeast-1a'));
    assert.match(zone ?? '', /no ready endpoints$/);
  });

  test('a host that does not know Clusters is told how it comes to', () => {
    const lines = statusPage(report([], { knowsClusters: false }), screen);
    assert.match(lines.join('\n'), /npx seamark manifests --host \| kubectl apply -f -/);
  });
});

describe('records of a hosted zone', () => {
  test('are shown as people write names', () => {
    assert.deepEqual(
      listRecords([
        { name: '\\052.seamark.example.', type: 'CNAME', ttlSeconds: 5, values: ['Up.example.'] },
        {
          name: 'alias.seamark.example.',
          type: 'A',
          values: [],
          aliasTarget: { hostedZoneId: 'Z', dnsName: 'lb.example.', evaluateTargetHealth: false },
        },
      ]),
      [
        { name: '*.seamark.example', type: 'CNAME', ttlSeconds: 5, values: ['up.example'] },
        { name: 'alias.seamark.example', type: 'A', values: ['alias lb.example'] },
      ],
    );
  });
});
