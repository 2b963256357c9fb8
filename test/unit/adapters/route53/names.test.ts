import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bareZoneId, canonicalName, route53Name } from '../../../../lib/adapters/route53/names.ts';
import escapes from '../../../fixtures/cases/route53/R01-octal-escapes-in-listed-names.json' with {
  type: 'json',
};
import zoneIds from '../../../fixtures/cases/route53/R17-zone-id-prefix.json' with { type: 'json' };

describe('canonicalName', () => {
  const listed = escapes.input.listed.map(({ Name }) => Name);
  const decoded = escapes.expect.decoded_names;
  for (const [index, name] of listed.entries()) {
    const expected = decoded[index];
    it(`decodes ${name} (R01)`, () => {
      if (typeof expected === 'string') assert.equal(canonicalName(name), expected);
      else assert.equal(canonicalName(name).charCodeAt(0), expected?.byte);
    });
  }

  for (const [left = '', right = ''] of escapes.expect.equal) {
    it(`takes ${left} and ${right} as one (R01)`, () =>
      assert.equal(canonicalName(left), canonicalName(right)));
  }

  for (const [left = '', right = ''] of escapes.expect.not_equal) {
    it(`tells ${left} from ${right} (R01)`, () =>
      assert.notEqual(canonicalName(left), canonicalName(right)));
  }

  it('folds ASCII letters only and drops one final dot (R02)', () => {
    assert.equal(canonicalName('Web.Example.Test.'), 'web.example.test');
    assert.equal(canonicalName('\\304.example.test.'), '\u00c4.example.test');
    assert.equal(canonicalName('\\101.example.test.'), 'a.example.test');
  });
});

describe('route53Name', () => {
  const spellings = [
    '\\052.x.test.',
    'a\\134b.x.test.',
    'a\\056b.x.test.',
    '\\344.x.test.',
    '_a-b.x.test.',
  ];
  for (const spelling of spellings) {
    it(`writes what ${spelling} was read from`, () => {
      const canonical = canonicalName(spelling);
      assert.equal(canonicalName(route53Name(canonical)), canonical);
      assert.match(route53Name(canonical), /^[\x21-\x7e]+\.$/);
    });
  }

  it('keeps what Route 53 takes plainly', () => {
    assert.equal(route53Name('*.web_1.x-y.test'), '*.web_1.x-y.test.');
    assert.equal(route53Name('a@b.test'), 'a\\100b.test.');
    assert.equal(route53Name(canonicalName('a\\056b.test')), 'a\\056b.test.');
  });
});

describe('bareZoneId', () => {
  for (const [index, id] of zoneIds.input.ids.entries()) {
    it(`of ${id} (R17)`, () => assert.equal(bareZoneId(id), zoneIds.expect.normalised[index]));
  }
});
