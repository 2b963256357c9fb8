import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { batchesOf, changesOf } from '../../lib/core/dns/batches.ts';
import type { Contribution } from '../../lib/core/dns/contribution.ts';
import { desiredRecordSets } from '../../lib/core/dns/desired-record-sets.ts';
import { namesOfEntry, planPublication } from '../../lib/core/dns/publication.ts';
import { isAlias, type RecordSet, valuesOf } from '../../lib/core/model/record-set.ts';
import type { IngressAddress } from '../../lib/core/model/service-object.ts';
import { runs } from '../support/arbitraries/runs.ts';
import { aCluster } from '../support/builders/cluster.ts';
import { planSettings } from '../support/builders/service.ts';

const key = { namespace: 'shop', name: 'web' };
const global = 'web.shop.demo.svc.seamark.example';
const dearRuns = { numRuns: Math.min(300, runs.numRuns) };

const resolved = { 'lb.other.test': { addresses: ['203.0.113.9', '2001:db8::9'], ttlSeconds: 60 } };

const address = fc.constantFrom<IngressAddress>(
  { ip: '192.0.2.1' },
  { ip: '2001:db8::1' },
  { ip: 'odd' },
  { hostname: 'lb.other.test' },
  { hostname: 'gone.other.test' },
  { hostname: 'lb-a.elb.eu-west-1.amazonaws.com' },
  {},
);

const contribution = (index: number): fc.Arbitrary<Contribution> =>
  fc
    .tuple(
      fc.option(fc.constantFrom('r1', 'r2', 'R1')),
      fc.uniqueArray(fc.constantFrom('z1', 'z2', 'Z1')),
      fc.array(address, { maxLength: 3 }),
    )
    .map(([region, zones, addresses]) => {
      const { region: _region, ...cluster } = aCluster(`c${index}`, { zones });
      return { cluster: region === null ? cluster : { ...cluster, region }, addresses };
    });

const contributions = fc
  .tuple(...[0, 1, 2, 3].map((index) => fc.option(contribution(index))))
  .map((parts) => parts.flatMap((part) => part ?? []));

const plan = (parts: readonly Contribution[], previous: readonly RecordSet[] = []) =>
  desiredRecordSets({ key, contributions: parts, resolved, previous }, planSettings);

/** Where a name's chain of our own CNAMEs ends: at a set that answers, outside, or at a name without a set. */
const endOf = (name: string, sets: readonly RecordSet[]): RecordSet | string => {
  const set = sets.find((one) => one.name === name);
  if (set === undefined) return name;
  const [target] = set.type === 'CNAME' ? valuesOf(set) : [];
  if (target === undefined || !target.endsWith('.seamark.example')) return set;
  assert.ok(target.length < name.length, `${name} -> ${target}`);
  return endOf(target, sets);
};

/** What the values of each type look like. */
const forms = { A: /^[\d.]+$/, AAAA: /:/, CNAME: /[a-z]$/ };

describe('laws of the record plan', () => {
  it('10: every name answers, or falls up to the global name, which is then absent', () => {
    fc.assert(
      fc.property(contributions, (parts) => {
        const { recordSets } = plan(parts);
        for (const { name } of recordSets) {
          const end = endOf(name, recordSets);
          if (typeof end === 'string') assert.equal(end, global);
        }
      }),
      dearRuns,
    );
  });

  it('3: the order of clusters and addresses does not matter', () => {
    fc.assert(
      fc.property(contributions, (parts) => {
        const turned = [...parts]
          .reverse()
          .map((part) => ({ ...part, addresses: [...part.addresses].reverse() }));
        assert.deepEqual(plan(turned).recordSets, plan(parts).recordSets);
      }),
      dearRuns,
    );
  });

  it('one set for each name and type, a CNAME or an alias alone in its family, values of the right family', () => {
    fc.assert(
      fc.property(contributions, (parts) => {
        const { recordSets } = plan(parts);
        const places = recordSets.map(({ name, type }) => `${name} ${type}`);
        assert.equal(new Set(places).size, places.length);
        for (const set of recordSets) {
          const beside = recordSets.filter((other) => other !== set && other.name === set.name);
          assert.ok(
            beside.every((other) => set.type !== 'CNAME' && isAlias(other) === isAlias(set)),
          );
          assert.ok(
            valuesOf(set).every((value) => forms[set.type].test(value)),
            set.name,
          );
        }
      }),
      dearRuns,
    );
  });

  it('1: planning again from what was wanted wants the same', () => {
    fc.assert(
      fc.property(contributions, (parts) => {
        const { recordSets } = plan(parts);
        assert.deepEqual(plan(parts, recordSets).recordSets, recordSets);
      }),
      dearRuns,
    );
  });

  it('5: batches obey both limits, lose nothing, keep the order and never part a name', () => {
    const limits = { elements: 6, characters: 160 };
    fc.assert(
      fc.property(fc.array(contributions, { minLength: 1, maxLength: 5 }), (services) => {
        const parts = services.map((service, index) => {
          const entry = {
            zoneId: 'Z1',
            key: { namespace: 'shop', name: `s${index}` },
            desired: plan(service).recordSets.map((set) => ({
              ...set,
              name: `s${index}.${set.name}`,
            })),
            desiredVersion: 1,
            applied: [],
            appliedVersion: 0,
            past: [],
            blocked: [],
            attempts: 0,
          };
          return { entry, names: planPublication(entry, namesOfEntry(entry), new Map()).names };
        });
        const batches = batchesOf(parts, limits);
        const sent = batches.flatMap(changesOf);
        assert.deepEqual(
          sent,
          parts.flatMap(({ names }) => names.flatMap(({ changes }) => changes)),
        );
        for (const batch of batches) {
          const sets = changesOf(batch).map(({ recordSet }) => recordSet);
          const elements = sets.reduce(
            (sum, set) => sum + (isAlias(set) ? 1 : set.values.length),
            0,
          );
          const characters = sets.flatMap(valuesOf).join('').length;
          const names = new Set(sets.map(({ name }) => name));
          const oneName = names.size === 1;
          assert.ok(oneName || (elements <= limits.elements && characters <= limits.characters));
          for (const other of batches.filter((one) => one !== batch)) {
            assert.ok(!changesOf(other).some(({ recordSet }) => names.has(recordSet.name)));
          }
        }
      }),
      dearRuns,
    );
  });
});
