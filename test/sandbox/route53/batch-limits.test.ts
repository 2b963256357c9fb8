import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ZoneChange, ZoneRecordSet } from '../../../infra/sandbox/route53/zone/record-set.ts';
import { route53Case } from './case-file.ts';
import { alias, applied, create, names, refusal, set, upsert, zone } from './zone-builders.ts';

const a = set('a.example.com.', 'A', '192.0.2.1');

describe('a request of a wrong form is InvalidInput', () => {
  const path = 'changeBatch.changes.1.member.resourceRecordSet';
  const wrong = 'failed to satisfy constraint: Member must have';
  const rows: readonly (readonly [string, ZoneRecordSet, string])[] = [
    [
      'no TTL',
      { name: 'a.example.com', type: 'A', values: ['192.0.2.1'] },
      'Invalid request: Expected exactly one of [AliasTarget, all of [TTL, and ResourceRecords], or TrafficPolicyInstanceId], but found none in Change with [Action=CREATE, Name=a.example.com, Type=A, SetIdentifier=null]',
    ],
    [
      'an alias with a TTL',
      { ...alias('a.example.com', 'A', 'ZONE', 'b.example.com'), ttlSeconds: 60 },
      'Invalid request: Expected exactly one of [AliasTarget, all of [TTL, and ResourceRecords], or TrafficPolicyInstanceId], but found more than one in Change with [Action=CREATE, Name=a.example.com, Type=A, SetIdentifier=null]',
    ],
    [
      'a TTL below 0',
      { ...a, ttlSeconds: -1 },
      `1 validation error detected: Value '-1' at '${path}.tTL' ${wrong} value greater than or equal to 0`,
    ],
    [
      'a TTL above 2147483647',
      { ...a, ttlSeconds: 2_147_483_648 },
      `1 validation error detected: Value '2147483648' at '${path}.tTL' ${wrong} value less than or equal to 2147483647`,
    ],
    [
      'a value of 4,001 characters',
      set('a.example.com', 'TXT', 'x'.repeat(4001)),
      `1 validation error detected: Value '${'x'.repeat(4001)}' at '${path}.resourceRecords.1.member.value' ${wrong} length less than or equal to 4000`,
    ],
    [
      'a policy without a set identifier',
      { ...a, weight: 1 },
      "Invalid request: Missing field 'SetIdentifier' in Change with [Action=CREATE, Name=a.example.com., Type=A, SetIdentifier=null]",
    ],
  ];
  for (const [title, recordSet, message] of rows) {
    it(title, () => {
      const result = refusal(zone(), create(recordSet));
      assert.deepEqual([result.code, result.message], ['InvalidInput', message]);
    });
  }
});

describe('what Route 53 counts', () => {
  const many = (count: number, name = 'm'): readonly ZoneChange[] =>
    Array.from({ length: count }, (_, i) =>
      create(set(`${name}${i}.example.com`, 'A', '192.0.2.1')),
    );
  const text = (characters: number): readonly ZoneChange[] =>
    Array.from({ length: characters / 200 }, (_, i) =>
      create(set(`t${i}.example.com`, 'TXT', `"${'x'.repeat(198)}"`)),
    );
  const asUpserts = (changes: readonly ZoneChange[]): readonly ZoneChange[] =>
    changes.map(({ recordSet }) => upsert(recordSet));
  const tooMany = 'Number of records limit of 1000 exceeded.';
  const tooLong = 'Number of characters limit of 32000 exceeded.';

  it('1,000 records a batch, an UPSERT twice, an alias once', () => {
    assert.equal(names(applied(zone(), ...many(1000))).length, 1000);
    assert.deepEqual(refusal(zone(), ...many(1001)).messages, [tooMany]);
    assert.equal(names(applied(zone(), ...asUpserts(many(500)))).length, 500);
    assert.deepEqual(refusal(zone(), ...asUpserts(many(501))).messages, [tooMany]);
    const over = [...many(1000), create(alias('z.example.com', 'A', 'ZONE', 'm1.example.com'))];
    assert.deepEqual(refusal(zone(), ...over).messages, [tooMany]);
  });
  it('32,000 characters a batch, an UPSERT twice', () => {
    assert.equal(names(applied(zone(), ...text(32_000))).length, 160);
    assert.deepEqual(refusal(zone(), ...text(32_200)).messages, [tooLong]);
    assert.equal(names(applied(zone(), ...asUpserts(text(16_000)))).length, 80);
    assert.deepEqual(refusal(zone(), ...asUpserts(text(16_200))).messages, [tooLong]);
  });
  it('values a set (R32)', () => {
    const { input } = route53Case<{ input: { limit: number } }>('R32-too-many-values-in-one-set');
    const addresses = Array.from(
      { length: input.limit + 1 },
      (_, i) => `10.0.${i >> 8}.${i & 255}`,
    );
    applied(zone(), create(set('v.example.com', 'A', ...addresses.slice(1))));
    const result = refusal(zone(), create(set('v.example.com', 'A', ...addresses)));
    assert.deepEqual(result.messages, [`Cannot have more than ${input.limit} records in a RRSet.`]);
  });
  it('sets a zone, unless the account has more', () => {
    const small = { ...zone(), maxRecordSets: 4 };
    const full = applied(small, ...many(2));
    assert.deepEqual(refusal(full, ...many(1, 'n')).messages, [
      `Exceeded limit MAX_RRSETS_BY_ZONE for zone: ${small.id}`,
    ]);
    applied({ ...full, maxRecordSets: 5 }, ...many(1, 'n'));
  });
});
