import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverAddressFor } from '../../../../lib/adapters/kubernetes/longest-match.ts';
import { readVectors, wanted } from '../../../support/read-vectors.ts';

type Entry = { readonly clientCIDR: string; readonly serverAddress: string };
type Given = { readonly serverAddressByClientCIDRs: readonly Entry[]; readonly hostIP: string };
type Expect = { readonly serverAddress?: string; readonly error?: boolean };

for (const one of readVectors<Given, Expect>('cluster-health', 'server-address')) {
  test(`W38: ${one.name}`, () => {
    const entries = one.given.serverAddressByClientCIDRs.map(({ clientCIDR, serverAddress }) => ({
      clientCidr: clientCIDR,
      serverAddress,
    }));
    const choose = (): string => serverAddressFor(entries, one.given.hostIP, 'connect');
    const { error, serverAddress } = wanted(one);
    if (error) assert.throws(choose, { kind: 'terminal' });
    else assert.equal(choose(), serverAddress);
  });
}

/** Entries as `network=address`. */
const entriesOf = (text: string) =>
  text.split(' ').map((entry) => {
    const [clientCidr = '', serverAddress = ''] = entry.split('=');
    return { clientCidr, serverAddress };
  });

const table: readonly (readonly [string, string, string | undefined, string | RegExp])[] = [
  ['the longest', '0.0.0.0/0=a 10.0.0.0/8=b 10.1.0.0/16=c', '10.1.2.3', 'c'],
  ['the longest, whatever the order', '10.1.0.0/16=c 10.0.0.0/8=b =a', '10.1.2.3', 'c'],
  ['the first of equals', '10.1.0.0/16=a 10.1.0.0/16=b', '10.1.2.3', 'a'],
  ['bits beyond the prefix mean nothing', '10.1.2.3/8=a', '10.9.9.9', 'a'],
  ['one address', '10.1.2.3/32=a =b', '10.1.2.3', 'a'],
  ['empty is the shortest', '=a 0.0.0.0/0=b', '10.1.2.3', 'b'],
  ['IPv6', '::/0=a 2001:db8::/32=b', '2001:db8::7', 'b'],
  ['an IPv6 client is in no IPv4 network', '0.0.0.0/0=a ::/0=b', '2001:db8::7', 'b'],
  ['an IPv4 client is in no IPv6 network', '::/0=a', '10.1.2.3', /has 10\.1\.2\.3, which SEAMARK/],
  ['no match', '10.0.0.0/8=a', '192.0.2.1', /has 192\.0\.2\.1.+add one with clientCIDR 0/],
  ['unknown client: for all', '10.0.0.0/8=inner 0.0.0.0/0=outer', undefined, 'outer'],
  ['unknown client: for all of IPv6', '10.0.0.0/8=inner ::/0=outer', undefined, 'outer'],
  ['unknown client: empty', '10.0.0.0/8=inner =outer', undefined, 'outer'],
  ['unknown client: the only one', '10.0.0.0/8=a', undefined, 'a'],
  ['unknown client: none for all', '10.0.0.0/8=a 192.168.0.0/16=b', undefined, /or set SEAMARK_C/],
  ['no prefix', '10.0.0.0=a', '10.0.0.1', /clientCIDR "10\.0\.0\.0" is no network/],
  ['a prefix too long', '=a 10.0.0.0/33=b', '10.0.0.1', /"10\.0\.0\.0\/33" is no network/],
  ['an IPv6 prefix too long', '::/129=b', '::1', /"::\/129" is no network/],
];

for (const [title, entries, clientIp, expected] of table) {
  test(`W38, server address: ${title}`, () => {
    const choose = (): string => serverAddressFor(entriesOf(entries), clientIp, 'connect');
    if (typeof expected === 'string') assert.equal(choose(), expected);
    else assert.throws(choose, { kind: 'terminal', message: expected });
  });
}

test('no entry at all is refused', () => {
  assert.throws(() => serverAddressFor([], undefined, 'connect'), { kind: 'terminal' });
});
