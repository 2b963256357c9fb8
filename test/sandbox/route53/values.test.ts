import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { valueFault } from '../../../infra/sandbox/route53/zone/values.ts';

type Row = { readonly good: readonly string[]; readonly bad: readonly string[] };

const rows: Readonly<Record<string, Row>> = {
  A: {
    good: ['192.0.2.1'],
    bad: ['192.0.2', '192.0.2.256', '192.0.2.1,192.0.2.2', '', 'lb.example'],
  },
  AAAA: {
    good: ['2001:db8::1', '::', '2001:0DB8:0:0:0:0:0:1'],
    bad: ['2001:db8', '192.0.2.1', '1::2::3'],
  },
  CNAME: {
    good: ['a.example', 'A.Example.', '_x.a\\052b'],
    bad: ['', '.', 'a..b', 'a b', 'é.example'],
  },
  NS: { good: ['ns-1.example.'], bad: ['ns 1'] },
  PTR: { good: ['host.example'], bad: ['..'] },
  TXT: {
    good: ['""', '"a"', '"a" "b"', '"\\"\\\\\\344"', `"${'x'.repeat(255)}"`],
    bad: ['a', '"a', '"a""b"', '"\\9"'],
  },
  SPF: { good: ['"v=spf1 -all"'], bad: ['v=spf1 -all'] },
  MX: { good: ['10 mx.example', '0 .'], bad: ['mx.example', '10', '65536 mx.example', '10 a..b'] },
  SRV: { good: ['1 2 443 a.example', '0 0 0 .'], bad: ['1 2 a.example', '1 2 70000 a.example'] },
  CAA: {
    good: ['0 issue "ca.example"', '128 iodef ""'],
    bad: ['256 issue "x"', '0 issue ca.example', 'issue "x"'],
  },
  SOA: {
    good: ['ns.example. admin.example. 1 7200 900 1209600 86400'],
    bad: ['ns.example. 1 7200 900 1209600 86400', 'ns.example. a..b 1 2 3 4 5', 'ns. a. 1 2 3 4 x'],
  },
  DS: { good: ['12345 8 2 AB01'], bad: ['12345 8 2', '1 300 2 AB', '1 8 2 XY'] },
  TLSA: { good: ['3 1 1 ab01'], bad: ['3 1 ab01'] },
  SSHFP: { good: ['1 1 ab01'], bad: ['1 ab01'] },
  NAPTR: { good: ['100 50 "u" "sip" "!a!b!" .'], bad: ['100 "u" "sip" "" .'] },
  SVCB: { good: ['1 svc.example alpn=h2'], bad: ['svc.example'] },
  HTTPS: { good: ['0 pool.example', '1 . alpn="h2,h3"'], bad: ['pool.example 1', '65536 .'] },
};

describe('values by type', () => {
  for (const [type, { good, bad }] of Object.entries(rows)) {
    it(type, () => {
      for (const value of good) assert.equal(valueFault(type, value), undefined, value);
      for (const value of bad) {
        assert.match(
          valueFault(type, value) ?? '',
          /^Invalid Resource Record: 'FATAL problem: \w+ \(.+\) encountered with '.*''$/,
          value,
        );
      }
    });
  }
});
