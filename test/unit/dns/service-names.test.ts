import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  globalName,
  nameFault,
  placeFault,
  regionName,
  zoneName,
} from '../../../lib/core/dns/service-names.ts';
import { readVectors, wanted } from '../../support/read-vectors.ts';

type Given = {
  readonly config: { readonly federationName: string; readonly serviceDnsSuffix: string };
  readonly service: { readonly name: string; readonly namespace: string };
  readonly zone: string;
  readonly region: string;
};
type Expect = {
  readonly zoneName: string;
  readonly regionName: string;
  readonly globalName: string;
};

describe('names of a Service: vectors', () => {
  for (const one of readVectors<Given, Expect>('dns-rules-derived', 'names')) {
    it(one.name, () => {
      const { config, service, zone, region } = one.given;
      const settings = { federation: config.federationName, suffix: config.serviceDnsSuffix };
      const { zoneName: atZone, regionName: atRegion, globalName: global } = wanted(one);
      assert.equal(zoneName(service, { zone, region }, settings), atZone);
      assert.equal(regionName(service, region, settings), atRegion);
      assert.equal(globalName(service, settings), global);
    });
  }
});

describe('names that DNS does not carry', () => {
  const table: readonly [string, string, RegExp | undefined][] = [
    ['a plain name is fine', 'web.shop.demo.svc.seamark.example', undefined],
    ['63 characters are fine', `${'w'.repeat(63)}.shop.example`, undefined],
    ['64 characters in a label', `${'w'.repeat(64)}.shop.example`, /has the label/],
    ['a label with a space', 'web.us east.example', /has the label "us east"/],
    ['an empty label, from an unknown region', 'web.shop..example', /has the label ""/],
    ['253 characters are fine', `${'a.'.repeat(125)}abc`, undefined],
    [
      'a bad label in a name as long as names may be',
      `${'a.'.repeat(125)}a c`,
      /has the label "a c"/,
    ],
    ['the bad label, not a long one', `${'w'.repeat(63)}.b c.example`, /has the label "b c"/],
    ['the bad label, not a short one', 'a.b c.example', /has the label "b c"/],
    ['more than 253 characters', `${'a.'.repeat(130)}example`, /more than 253/],
  ];
  for (const [name, dnsName, fault] of table) {
    it(name, () => {
      const found = nameFault(dnsName);
      if (fault === undefined) assert.equal(found, undefined);
      else assert.match(found ?? '', fault);
    });
  }
});

describe('places that have no name', () => {
  const place = (region: string, zone?: string) =>
    placeFault(
      zone === undefined ? { kind: 'region', region } : { kind: 'zone', zone, region },
      'web.example',
    );
  it('one label each is fine', () => {
    assert.equal(place('eu-west-1'), undefined);
    assert.equal(place('eu-west-1', 'eu-west-1a'), undefined);
    assert.equal(placeFault({ kind: 'global' }, 'web.example'), undefined);
  });
  it('a region of two labels, which would be a zone of another', () => {
    assert.match(place('z.r') ?? '', /the region "z\.r", which is not one label/);
    assert.match(place('z.r', 'a') ?? '', /the region "z\.r"/);
  });
  it('a zone of two labels', () => assert.match(place('r', 'a.b') ?? '', /the zone "a\.b"/));
});
