import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyBatch } from '../../../infra/sandbox/route53/zone/apply-batch.ts';
import type { ZoneChange, ZoneRecordSet } from '../../../infra/sandbox/route53/zone/record-set.ts';
import { listRecordSets } from '../../../infra/sandbox/route53/zone/zone-state.ts';
import { fixture } from './case-file.ts';
import {
  alias,
  applied,
  create,
  names,
  outline,
  remove,
  set,
  upsert,
  weighted,
  zone,
} from './zone-builders.ts';

const a = set('a.example.com.', 'A', '192.0.2.1');
const elb = 'lb-1.eu-west-1.elb.amazonaws.com.';

describe('a batch that Route 53 accepts', () => {
  it('replaces by DELETE and CREATE, and by UPSERT', () => {
    const replaced = applied(zone(a), remove(a), create({ ...a, values: ['192.0.2.2'] }));
    const again = applied(replaced, upsert({ ...a, ttlSeconds: 5, values: ['192.0.2.3'] }));
    assert.deepEqual(again.sets.get('a.example.com.'), [
      { ...a, ttlSeconds: 5, values: ['192.0.2.3'] },
    ]);
  });
  it('deletes whatever the order of the values', () => {
    const two = set('two.example.com.', 'A', '192.0.2.1', '192.0.2.2');
    const reversed = { ...two, name: 'TWO.example.com', values: [...two.values].reverse() };
    assert.deepEqual(names(applied(zone(two), remove(reversed))), []);
  });
  it('points aliases at its own sets and at load balancers', () => {
    const after = applied(
      zone(a),
      create(alias('own.example.com', 'A', 'ZONE', 'A.example.com')),
      create(alias('lb.example.com', 'AAAA', 'Z32O12XQLNTSW2', elb)),
    );
    assert.equal(after.sets.get('own.example.com.')?.[0]?.aliasTarget?.dnsName, 'a.example.com.');
    assert.deepEqual(names(after), [
      'a.example.com. A',
      'lb.example.com. AAAA',
      'own.example.com. A',
    ]);
  });
  it('edits the apex NS and keeps wildcards, weighted and multivalue sets', () => {
    const multi = (id: string): ZoneRecordSet => ({
      ...set('m.example.com', 'A', '192.0.2.1'),
      setIdentifier: id,
      multiValueAnswer: true,
    });
    const after = applied(
      zone(),
      upsert(set('example.com', 'NS', 'ns-9.example.')),
      create(set('*.example.com', 'A', '192.0.2.1')),
      create(weighted('one', 1)),
      create(weighted('two', 255)),
      create(multi('a')),
      create(multi('b')),
    );
    assert.deepEqual(names(after), [
      '\\052.example.com. A',
      'm.example.com. A',
      'm.example.com. A',
      'w.example.com. A',
      'w.example.com. A',
    ]);
  });
});

type VectorRecord = { name: string; type: string; ttl: number; rrdatas: string[] };
type Vector = {
  name: string;
  kind: string;
  given: {
    zone?: string;
    records: VectorRecord[];
    changes: { action: ZoneChange['action']; record: VectorRecord }[];
  };
  expect: { error: string | null; records?: VectorRecord[] };
};
const fromVector = ({ name, type, ttl, rrdatas }: VectorRecord): ZoneRecordSet => ({
  name,
  type,
  ttlSeconds: ttl,
  values: rrdatas,
});

describe('vectors of the real service', () => {
  const vectors = fixture<{ cases: Vector[] }>('vectors/route53-provider.json').cases;
  for (const { name, given, expect } of vectors.filter(({ kind }) => kind === 'real-service')) {
    it(name, () => {
      const before = zone(...given.records.map(fromVector));
      const changes = given.changes.map(({ action, record }) => ({
        action,
        recordSet: fromVector(record),
      }));
      const result = applyBatch(before, changes);
      const code = result.kind === 'refused' ? result.code : null;
      assert.equal(code, expect.error);
      if (result.kind !== 'applied') return;
      const kept = listRecordSets(result.zone).filter((kept) => kept.name !== outline.name);
      assert.deepEqual(kept, (expect.records ?? []).map(fromVector));
    });
  }
});
