import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatName, parseName } from '../../../infra/sandbox/route53/zone/names.ts';
import { route53Case } from './case-file.ts';

const listed = (text: string): string => {
  const parsed = parseName(text);
  return parsed.kind === 'name' ? formatName(parsed.name) : parsed.message;
};

describe('domain names', () => {
  it('of any octets survive being listed and read again', () => {
    const octet = fc.nat(255).map((code) => String.fromCharCode(code));
    const folded = octet.filter((char) => !/[A-Z]/.test(char));
    const label = fc.string({ unit: folded, minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 5 }), (labels) => {
        const text = formatName({ labels });
        assert.deepEqual(parseName(text), { kind: 'name', name: { labels } });
        assert.match(text, /^(?:(?:[a-z0-9_-]|\\[0-3][0-7]{2})+\.)+$/);
      }),
    );
  });

  it('are equal in every spelling, and an escaped dot parts no labels (R01)', () => {
    const { equal, not_equal: different } = route53Case<{
      expect: { equal: [string, string][]; not_equal: [string, string][] };
    }>('R01-octal-escapes-in-listed-names').expect;
    for (const [a, b] of equal) assert.equal(listed(a), listed(b));
    for (const [a, b] of different) assert.notEqual(listed(a), listed(b));
    assert.equal(listed('WWW.\\105xample.COM'), 'www.example.com.');
    assert.equal(listed('\\304.example.com'), '\\304.example.com.');
  });
});
