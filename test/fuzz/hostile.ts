import fc from 'fast-check';

/** Words that have hurt programs before. */
const words = [
  '',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'line\nbreak\r\n',
  '\u0000\u0007\u001b[31mred\u001b[0m\u009b2J',
  '\u202egnp.exe\u2066',
  '\u2028\u2029',
  '\ud800',
  '$(reboot); `id` && rm -rf /',
  "'; DROP TABLE services; --",
  '{{7*7}} <script>alert(1)</script>',
  '../../../../etc/passwd',
  '%00%0a%E0%A4%A',
  '-1',
  '1e309',
  '9'.repeat(400),
  'NaN',
  '0x10',
  'x'.repeat(5_000),
  'a.'.repeat(127),
  `${'l'.repeat(63)}.test`,
  `${'l'.repeat(64)}.test`,
  'xn--bcher-kva.test',
  'bücher.test',
  'UPPER_case.Test.',
  '*',
] as const;

/** Any text, or one that was made to hurt. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...words) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

const number = fc.oneof(
  fc.constantFrom(0, -0, -1, 2 ** 53, -(2 ** 63), 1.7e308, 5e-324, 1.5),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Any JSON value, with keys and texts that were made to hurt. */
export const json: fc.Arbitrary<unknown> = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    text,
    number,
    fc.constantFrom(null, true, false),
    fc.array(tie('node'), { maxLength: 4 }),
    fc.array(fc.tuple(text, tie('node')), { maxLength: 4 }).map((entries) => objectOf(entries)),
  ),
})).node;

// As JSON.parse makes it: a key `__proto__` is a key like any other.
const objectOf = (entries: readonly (readonly [string, unknown])[]): unknown => {
  const made = Object.create({});
  for (const [key, value] of entries) {
    Object.defineProperty(made, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return made;
};

/** A value of the right kind, now and then one of any other. */
export const orHostile = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: json });

/** A record whose fields are there or not, right or hostile. */
export const hostileRecord = (fields: {
  readonly [name: string]: fc.Arbitrary<unknown>;
}): fc.Arbitrary<{ [name: string]: unknown }> =>
  fc.record(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, orHostile(value)])),
    { requiredKeys: [] },
  );

/** The JSON text of a value, whole or cut, doubled, deep, or with keys that stand there twice. */
export const jsonText = (value: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc
    .tuple(
      value.map((one) => JSON.stringify(one)),
      fc.nat(),
      fc.nat(9),
    )
    .map(([whole, at, how]) => {
      const place = at % (whole.length + 1);
      if (how === 0) return whole.slice(0, place);
      if (how === 1) return whole + whole;
      if (how === 2) return `${'['.repeat(20_000)}${whole}${']'.repeat(20_000)}`;
      if (how === 3)
        return whole.replace('{', '{"__proto__":{"polluted":true},"kind":7,"kind":"x",');
      if (how === 4)
        return whole.slice(0, place) + String.fromCharCode(at % 65_536) + whole.slice(place);
      return whole;
    });
