import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { valuesOf } from '../../../lib/core/model/record-set.ts';
import type { IngressAddress } from '../../../lib/core/model/service-object.ts';
import { readCase } from '../../support/read-case.ts';
import { type Given, planOf, recordSetsOf } from './plan-harness.ts';

const federation = 'fed';
const dns = { suffix: 'dns.example.test' };

/** Values by name below the prefix and type; a CNAME as the original file writes it. */
const linesOf = (given: Given): { readonly [line: string]: readonly string[] } => {
  const prefix = `${given.service.name}.${given.service.namespace}.${federation}.svc.`;
  return Object.fromEntries(
    recordSetsOf(planOf(given)).map((set) => [
      `${set.type} ${set.name.replace(prefix, '')}`,
      valuesOf(set),
    ]),
  );
};

describe('records of reported cases', () => {
  it('F07: a cluster counts with an address and a ready endpoint; all of its addresses go or none', () => {
    const { input, expect } = readCase<
      {
        readonly key: string;
        readonly clusters: readonly {
          readonly name: string;
          readonly zones: readonly string[];
          readonly region: string;
          readonly ingress: readonly IngressAddress[];
          readonly readyAddresses: number;
        }[];
      },
      {
        readonly zone_a: string;
        readonly zone_b: readonly string[];
        readonly region_eu: readonly string[];
        readonly global: readonly string[];
      }
    >('faults/F07-no-ready-endpoints');
    const [namespace = '', name = ''] = input.key.split('/');
    const lines = linesOf({
      service: { namespace, name },
      clusters: input.clusters,
      shards: input.clusters.map((one) => ({
        cluster: one.name,
        items: one.readyAddresses > 0 ? one.ingress : null,
      })),
      federation,
      dns,
    });
    assert.equal(`CNAME ${lines['CNAME eu-west-1a.eu-west-1.dns.example.test']}`, expect.zone_a);
    assert.deepEqual(lines['A eu-west-1b.eu-west-1.dns.example.test'], expect.zone_b);
    assert.deepEqual(lines['A eu-west-1.dns.example.test'], expect.region_eu);
    assert.deepEqual(lines['A dns.example.test'], expect.global);
  });

  it('S21: addresses are told apart by what they are, and compared in one form', () => {
    const { input, expect } = readCase<
      {
        readonly members: {
          readonly [name: string]: { readonly ingress: readonly IngressAddress[] };
        };
      },
      { readonly dns: { readonly A: readonly string[]; readonly AAAA: readonly string[] } }
    >('services/S21-ipv4-and-ipv6-ingress');
    const members = Object.entries(input.members);
    const lines = linesOf({
      service: { namespace: 'shop', name: 'web' },
      clusters: members.map(([name]) => ({ name, zones: ['eu-west-1a'], region: 'eu-west-1' })),
      shards: members.map(([cluster, { ingress }]) => ({ cluster, items: ingress })),
      federation,
      dns,
    });
    for (const level of ['', 'eu-west-1.', 'eu-west-1a.eu-west-1.']) {
      assert.deepEqual(lines[`A ${level}dns.example.test`], expect.dns.A);
      assert.deepEqual(lines[`AAAA ${level}dns.example.test`], expect.dns.AAAA);
    }
  });

  describe('S22: the longest legal names', () => {
    const { input, expect } = readCase<
      {
        readonly host: { readonly metadata: { readonly name: string; readonly namespace: string } };
        readonly federation: string;
        readonly cluster: { readonly zone: string; readonly region: string };
        readonly dns_suffix: string;
      },
      { readonly every_label_max: number; readonly total_max: number }
    >('services/S22-name-of-63-characters');
    const given = (suffix: string): Given => ({
      service: input.host.metadata,
      clusters: [{ name: 'a', zones: [input.cluster.zone], region: input.cluster.region }],
      shards: [{ cluster: 'a', items: [{ ip: '203.0.113.50' }] }],
      federation: input.federation,
      dns: { suffix },
    });

    it('are published at every level, no label longer than it was', () => {
      const plan = planOf(given(input.dns_suffix));
      assert.equal(recordSetsOf(plan).length, 3);
      assert.deepEqual(plan.problems, []);
      for (const { name } of recordSetsOf(plan)) {
        // On the wire a length octet stands before each label, and one more ends the name.
        assert.ok(name.length + 2 <= expect.total_max, name);
        for (const label of name.split('.')) assert.ok(label.length <= expect.every_label_max);
      }
    });

    it('are refused, name by name, where the suffix makes them too long', () => {
      const long = ['x', 'y', 'z'].map((letter) => letter.repeat(40)).join('.');
      const plan = planOf(given(`${long}.example.test`));
      assert.deepEqual(recordSetsOf(plan), []);
      assert.deepEqual(
        plan.problems.map(({ condition, reason }) => [condition, reason]),
        Array.from({ length: 3 }, () => ['DNSInSync', 'InvalidName']),
      );
      for (const { message } of plan.problems) assert.match(message, /more than 253/);
    });
  });
});
