import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { eraseInBody, eraserOf } from '../../../../lib/adapters/kubernetes/own-credentials.ts';
import { fixtureText } from './fixtures.ts';

/** With each sign that a token may have (RFC 6750 2.1). */
const token = 's3cr3t/tokyo+of~the=cluster-1_2.3';
const erase = eraserOf(token, { tls: {} });
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const lowerCase = (text: string): string => text.replace(/%../g, (code) => code.toLowerCase());
const escaped = (text: string): string =>
  [...text].map((char) => `\\u00${char.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

const forms: readonly (readonly [title: string, text: string, left: string])[] = [
  ['as it is', `token "${token}" was refused`, 'token "[redacted]" was refused'],
  ['alone', token, '[redacted]'],
  ['twice', `${token} ${token}`, '[redacted] [redacted]'],
  ['as URLs carry it', `?t=${encodeURIComponent(token)}&x`, '?t=[redacted]&x'],
  ['in lower case there', `?t=${lowerCase(encodeURIComponent(token))}&x`, '?t=[redacted]&x'],
  [
    'within another URL',
    `?u=${encodeURIComponent(`?t=${encodeURIComponent(token)}`)}`,
    '?u=%3Ft%3D[redacted]',
  ],
  ['with escaped slashes', `"${token.replaceAll('/', '\\/')}"`, '"[redacted]"'],
  ['cut short', `got ${token.slice(0, 20)}…`, 'got [redacted]…'],
];

describe('a client erases its own token', () => {
  for (const [title, text, left] of forms) {
    it(title, () => assert.equal(erase(text), left));
  }

  for (const encode of [base64, base64url]) {
    for (const around of ['', 'Bearer ', 'a:', 'ab:', 'abc:']) {
      it(`in ${encode.name}, behind ${JSON.stringify(around)}`, () => {
        const left = erase(`<${encode(`${around}${token}`)}>`);
        assert.match(left, /^<.*\[redacted\].{0,4}>$/);
        assert.equal(left.includes(encode(`${around}${token}`).slice(-20)), false);
        // What stands beside it tells at most two characters of it.
        assert.ok(left.length <= '<[redacted]>'.length + encode(around).length + 4, left);
      });
    }
  }

  it('in the texts of a body of JSON, however they are escaped', () => {
    const body = `{"message":"got ${escaped(token)}","causes":[{"reason":"${escaped(token)}"}],"code":401}`;
    const left = eraseInBody(body, erase);
    assert.deepEqual(JSON.parse(left), {
      message: 'got [redacted]',
      causes: [{ reason: '[redacted]' }],
      code: 401,
    });
    assert.equal(eraseInBody(`{"${token}":1}`, erase), '{"[redacted]":1}');
    assert.equal(eraseInBody(`<p>${token}`, erase), '<p>[redacted]');
  });

  it('of any sort, wherever it stands', () => {
    const anyToken = fc.stringMatching(/^[A-Za-z0-9._~+/-]{12,60}=?$/);
    const around = fc.string({ unit: 'grapheme', maxLength: 40 });
    const property = fc.property(anyToken, around, around, (value, left, right) => {
      const own = eraserOf(value, { tls: {} });
      for (const form of [value, encodeURIComponent(value), base64(value), base64url(value)]) {
        const told = own(`${left}${form}${right}`);
        assert.ok(told.includes('[redacted]') && !told.includes(form), told);
      }
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('and nothing else', () => {
    const said = 'services "web" is forbidden: User "seamark" cannot list resource "services"';
    assert.equal(erase(said), said);
    assert.equal(eraserOf(undefined, { tls: {} })(said), said);
    // A token of few characters would be found in ordinary words.
    assert.equal(eraserOf('web', { tls: {} })(said), said);
  });

  it('at any length of body, in no time', () => {
    const long = eraserOf('x'.repeat(2_000), { tls: { key: fixtureText('tls/client.key') } });
    for (const body of [
      'x'.repeat(8_000_000),
      `["${'x '.repeat(4_000_000)}"]`,
      '['.repeat(8_000_000),
    ]) {
      const startedAt = performance.now();
      assert.ok(eraseInBody(body, long).length <= 700_000);
      assert.ok(performance.now() - startedAt < 3_000);
    }
  });
});

describe('a client erases its certificate and key', () => {
  const [cert, key] = [fixtureText('tls/client.crt'), fixtureText('tls/client.key')];
  const own = eraserOf(undefined, { tls: { cert, key } });
  const lines = (pem: string): readonly string[] =>
    pem.split('\n').filter((line) => line.length > 20 && !line.startsWith('-----'));
  for (const pem of [cert, key]) {
    for (const [title, text] of [
      ['as a PEM', pem],
      ['on one line', pem.replaceAll('\n', ' ')],
      ['without its line feeds', pem.replaceAll('\n', '')],
      ['as a header of a proxy', encodeURIComponent(pem)],
      ['in JSON', JSON.stringify(pem)],
      ['in base64', base64(pem)],
    ] as const) {
      it(`${title}: ${pem.slice(0, 20)}`, () => {
        const left = own(`<${text}>`);
        for (const line of lines(pem)) {
          assert.ok(!left.includes(line) && !left.includes(base64(line).slice(4, 20)), left);
        }
      });
    }
  }
});
