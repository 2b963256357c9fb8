import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planRecords, withdrawRecords } from '../../../lib/core/dns/plan-records.ts';
import { aCluster } from '../../support/builders/cluster.ts';
import { aLedgerEntry, anAddressSet } from '../../support/builders/ledger-entry.ts';
import { aService, planSettings } from '../../support/builders/service.ts';

const key = { namespace: 'shop', name: 'web' };
const quiet = { key, now: 0, ledger: [], resolved: {} };
const global = 'web.shop.demo.svc.seamark.example';
const { region: _region, ...nowhere } = aCluster('a', { zones: [] });
const at = (...addresses: readonly { ip?: string; hostname?: string }[]) => [
  { cluster: nowhere, addresses },
];

describe('the records of a pass', () => {
  it('are those of the hosted zone of the settings; nothing needs another look', () => {
    const plan = planRecords(aService(), at({ ip: '192.0.2.1' }), quiet, planSettings);
    assert.deepEqual(plan.zones, [
      { zoneId: 'Z1', recordSets: [anAddressSet(global, '192.0.2.1')] },
    ]);
    assert.ok(!('lookAgainAfterMs' in plan));
  });

  it('W19: stay as they were wanted while the hosted zone is not known, and that is told', () => {
    const { zoneId: _zoneId, ...dns } = planSettings.dns;
    const ledger = [
      aLedgerEntry({ desired: [anAddressSet('old', '192.0.2.9')] }),
      aLedgerEntry({ zoneId: 'Z2', desired: [] }),
    ];
    const seen = { ...quiet, ledger, zoneFailure: 'Cannot find hosted zone Z1' };
    const settings = { ...planSettings, dns };
    const plan = planRecords(aService(), at({ ip: '192.0.2.1' }), seen, settings);
    assert.deepEqual(
      plan.zones,
      ledger.map(({ zoneId, desired }) => ({ zoneId, recordSets: desired })),
    );
    assert.deepEqual(plan.problems[0], {
      condition: 'DNSInSync',
      reason: 'HostedZoneUnknown',
      message: 'Cannot find hosted zone Z1',
    });
    assert.equal(plan.lookAgainAfterMs, 60_000);
  });

  it('a host name that does not resolve now keeps what the ledger says was wanted', () => {
    const wanted = [anAddressSet(global, '192.0.2.9')];
    const seen = { ...quiet, ledger: [aLedgerEntry({ desired: wanted })] };
    const settings = {
      ...planSettings,
      dns: { ...planSettings.dns, hostNames: 'resolve' as const },
    };
    const plan = planRecords(aService(), at({ hostname: 'lb.test' }), seen, settings);
    assert.deepEqual(plan.zones, [{ zoneId: 'Z1', recordSets: wanted }]);
  });

  it('are all taken away, in whatever zone they stand', () => {
    const desired = [anAddressSet(global, '192.0.2.9')];
    const ledger = [aLedgerEntry({ desired }), aLedgerEntry({ zoneId: 'Z2', desired })];
    assert.deepEqual(withdrawRecords({ ...quiet, ledger }), {
      zones: [
        { zoneId: 'Z1', recordSets: [] },
        { zoneId: 'Z2', recordSets: [] },
      ],
    });
  });
});
