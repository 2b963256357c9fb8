import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import { listRecords } from '../../../infra/sandbox/control/list-records.ts';
import type { ServiceReport, StatusReport } from '../../../infra/sandbox/control/status-report.ts';
import { allNames, federatedNames } from '../../../infra/sandbox/federated-names.ts';
import { nameState } from '../../../infra/sandbox/name-state.ts';
import { defaultTopology } from '../../../infra/sandbox/topology.ts';
import { createScreen } from '../../../infra/sandbox/view/screen.ts';
import { statusPage } from '../../../infra/sandbox/view/status-page.ts';

const screen = createScreen(new PassThrough(), () => 0);
const names = federatedNames(defaultTopology, 'shop/web');
const report = (services: readonly ServiceReport[]): StatusReport => ({
  federation: 'demo',
  zone: 'seamark.example',
  route53Throttled: false,
  clusters: [],
  services,
});

const serviceWith = (readyEndpoints: number): ServiceReport => ({
  key: 'shop/web',
  deleting: true,
  conditions: [],
  copies: [
    { cluster: 'tokyo', state: 'copy', addresses: ['192.0.2.1'], readyEndpoints, drained: false },
    { cluster: 'ohio', state: 'none', addresses: [], readyEndpoints: 0, drained: false },
  ],
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
