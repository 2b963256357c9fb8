import type { TestContext } from 'node:test';
import { type DnsServer, startDns } from '../../../infra/sandbox/dns/server.ts';
import type { DnsZone } from '../../../infra/sandbox/dns/zone-index.ts';
import type { ZoneRecordSet } from '../../../infra/sandbox/route53/zone/record-set.ts';

/** A set of plain values with a TTL of 180 s. */
export const set = (name: string, type: string, ...values: readonly string[]): ZoneRecordSet => ({
  name,
  type,
  ttlSeconds: 180,
  values,
});

const alias = (name: string, type: string, dnsName: string): ZoneRecordSet => ({
  name,
  type,
  values: [],
  aliasTarget: { hostedZoneId: 'Z', dnsName, evaluateTargetHealth: false },
});

const routed = (base: ZoneRecordSet, policy: Partial<ZoneRecordSet>): ZoneRecordSet => ({
  ...base,
  ...policy,
});

/** 400 addresses: more than any UDP answer without EDNS holds. */
export const manyAddresses = Array.from({ length: 400 }, (_, i) => `10.0.${i >> 8}.${i & 255}`);

/** A zone with everything that an answer can depend on. */
export const exampleZone: DnsZone = {
  name: 'example.test.',
  recordSets: [
    {
      ...set('example.test.', 'SOA', 'ns.example.test. admin.example.test. 1 7200 900 1209600 30'),
      ttlSeconds: 900,
    },
    set('example.test.', 'NS', 'ns.example.test.', 'ns.elsewhere.test.'),
    set('example.test.', 'A', '192.0.2.1'),
    set('web.example.test.', 'A', '192.0.2.10', '192.0.2.11'),
    set('web.example.test.', 'AAAA', '2001:db8::10'),
    set('zone.web.example.test.', 'CNAME', 'Region.Web.example.test'),
    set('region.web.example.test.', 'CNAME', 'web.example.test.'),
    set('dangling.example.test.', 'CNAME', 'gone.example.test.'),
    set('outside.example.test.', 'CNAME', 'www.elsewhere.test.'),
    set('lb.example.test.', 'CNAME', 'lb-1.elb.amazonaws.test.'),
    set('loop-a.example.test.', 'CNAME', 'loop-b.example.test.'),
    set('loop-b.example.test.', 'CNAME', 'loop-a.example.test.'),
    ...Array.from({ length: 30 }, (_, i) =>
      set(`chain-${i}.example.test.`, 'CNAME', `chain-${i + 1}.example.test.`),
    ),
    alias('alias.example.test.', 'A', 'lb-1.elb.amazonaws.test.'),
    alias('own-alias.example.test.', 'A', 'web.example.test.'),
    alias('dead-alias.example.test.', 'A', 'gone.example.test.'),
    alias('self-alias.example.test.', 'A', 'self-alias.example.test.'),
    set('deep.empty.example.test.', 'A', '192.0.2.20'),
    set('\\052.wild.example.test.', 'A', '192.0.2.30'),
    set('host.wild.example.test.', 'TXT', '"here"'),
    set('a.ent.wild.example.test.', 'A', '192.0.2.31'),
    set('\\052.cwild.example.test.', 'CNAME', 'web.example.test.'),
    set('txt.example.test.', 'TXT', '"say \\"hi\\"" "piece two"', '"\\344\\134"'),
    set('mail.example.test.', 'MX', '10 mx.example.test.'),
    set('srv.example.test.', 'SRV', '1 2 443 web.example.test.'),
    set('caa.example.test.', 'CAA', '0 issue "ca.example"'),
    set('ds.example.test.', 'DS', '1 8 2 ABCDEF'),
    set('child.example.test.', 'NS', 'ns.child.example.test.'),
    set('ns.child.example.test.', 'A', '192.0.2.40'),
    set('web\\040x.example.test.', 'A', '192.0.2.50'),
    set('\\344.example.test.', 'A', '192.0.2.51'),
    set('big.example.test.', 'A', ...manyAddresses),
    ...Array.from({ length: 10 }, (_, i) =>
      routed(set('multi.example.test.', 'A', `192.0.2.${100 + i}`), {
        setIdentifier: `m${i}`,
        multiValueAnswer: true,
      }),
    ),
    routed(set('weighted.example.test.', 'A', '192.0.2.60'), { setIdentifier: 'a', weight: 0 }),
    routed(set('weighted.example.test.', 'A', '192.0.2.61'), { setIdentifier: 'b', weight: 1 }),
    routed(set('fail.example.test.', 'A', '192.0.2.70'), {
      setIdentifier: 'a',
      failover: 'SECONDARY',
    }),
    routed(set('fail.example.test.', 'A', '192.0.2.71'), {
      setIdentifier: 'b',
      failover: 'PRIMARY',
    }),
  ],
};

/** The zone of simulated load balancers. */
export const elbZone: DnsZone = {
  name: 'elb.amazonaws.test.',
  recordSets: [{ ...set('lb-1.elb.amazonaws.test.', 'A', '198.51.100.7'), ttlSeconds: 60 }],
};

/** A server for these zones that is closed after the test. */
export const serve = async (
  t: Pick<TestContext, 'after'>,
  ...zones: readonly DnsZone[]
): Promise<DnsServer> => {
  const server = await startDns({ zones: () => zones });
  t.after(() => server.close());
  return server;
};
