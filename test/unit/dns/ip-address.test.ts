import assert from 'node:assert/strict';
import { isIPv6 } from 'node:net';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { canonicalAddress } from '../../../lib/core/dns/ip-address.ts';

describe('addresses in canonical form', () => {
  const table: readonly [string, string | undefined][] = [
    ['192.0.2.1', 'A 192.0.2.1'],
    ['192.0.2.256', undefined],
    ['192.0.2', undefined],
    ['192.0.02.1', undefined],
    ['2001:0DB8:0:0:0:0:0:1', 'AAAA 2001:db8::1'],
    ['2001:db8::', 'AAAA 2001:db8::'],
    ['::', 'AAAA ::'],
    ['::ffff:192.0.2.1', 'AAAA ::ffff:c000:201'],
    ['1:0:0:2:0:0:0:3', 'AAAA 1:0:0:2::3'],
    ['1:0:2:3:4:5:6:7', 'AAAA 1:0:2:3:4:5:6:7'],
    ['1::2::3', undefined],
    ['1:2:3:4:5:6:7', undefined],
    ['1:2:3:4:5:6:7:8:9', undefined],
    ['12345::', undefined],
    ['lb.example.test', undefined],
    ['', undefined],
    [':1::2', undefined],
    // Two runs of the same length: the first is shortened (RFC 5952 4.2.3).
    ['1:0:0:2:0:0:3:4', 'AAAA 1::2:0:0:3:4'],
    ['1:2:3:4::5:6:7:8', undefined],
    ['1:2:3:4::5:6:7', 'AAAA 1:2:3:4:0:5:6:7'],
    ['1::g', undefined],
  ];
  for (const [text, expected] of table) {
    it(`"${text}"`, () => {
      const found = canonicalAddress(text);
      assert.equal(found && `${found.type} ${found.value}`, expected);
    });
  }

  it('agrees with the URL parser on every IPv6 address', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const found = canonicalAddress(text);
        assert.ok(isIPv6(text));
        assert.equal(found?.type, 'AAAA');
        assert.equal(`[${found.value}]`, new URL(`http://[${text}]`).hostname);
      }),
    );
  });
});
