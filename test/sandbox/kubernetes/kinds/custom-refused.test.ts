import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FIELDS } from './custom-schema.ts';
import { widgetsOf } from './custom-widgets.ts';
import { createWith, newCluster } from './strategy-driver.ts';

type Refused = { readonly spec: object; readonly faults: readonly string[] };

const REFUSED: readonly Refused[] = [
  {
    spec: { str: 'A' },
    faults: ['spec.str: Invalid value: "A": spec.str in body should be at least 2 chars long'],
  },
  {
    spec: { str: '' },
    faults: ['spec.str: Invalid value: "": spec.str in body should be at least 2 chars long'],
  },
  { spec: { str: 'abcde' }, faults: ['spec.str: Too long: may not be more than 4 bytes'] },
  {
    spec: { str: 5 },
    faults: [
      'spec.str: Invalid value: "integer": spec.str in body must be of type string: "integer"',
    ],
  },
  {
    spec: { num: 0.5 },
    faults: ['spec.num: Invalid value: 0.5: spec.num in body should be greater than or equal to 1'],
  },
  {
    spec: { num: 5.5 },
    faults: ['spec.num: Invalid value: 5.5: spec.num in body should be less than or equal to 5'],
  },
  {
    spec: { num: 'x' },
    faults: [
      'spec.num: Invalid value: "string": spec.num in body must be of type number: "string"',
    ],
  },
  {
    spec: { int: 1 },
    faults: [
      'spec.int: Invalid value: 1: spec.int in body should be a multiple of 3',
      'spec.int: Invalid value: 1: spec.int in body should be greater than 1',
    ],
  },
  {
    spec: { int: 4 },
    faults: ['spec.int: Invalid value: 4: spec.int in body should be a multiple of 3'],
  },
  {
    spec: { int: 3.5 },
    faults: [
      'spec.int: Invalid value: "number": spec.int in body must be of type integer: "number"',
      'spec.int: Invalid value: 3.5: spec.int in body should be a multiple of 3',
    ],
  },
  { spec: { en: 'C' }, faults: ['spec.en: Unsupported value: "C": supported values: "A", "B"'] },
  {
    spec: { en: 3 },
    faults: [
      'spec.en: Invalid value: "integer": spec.en in body must be of type string: "integer"',
      'spec.en: Unsupported value: 3: supported values: "A", "B"',
    ],
  },
  { spec: { enInt: 3 }, faults: ['spec.enInt: Unsupported value: 3: supported values: "1", "2"'] },
  {
    spec: { bool: 'x' },
    faults: [
      'spec.bool: Invalid value: "string": spec.bool in body must be of type boolean: "string"',
    ],
  },
  {
    spec: { list: [] },
    faults: ['spec.list: Invalid value: 0: spec.list in body should have at least 1 items'],
  },
  {
    spec: { list: ['abc', 5, 'x'] },
    faults: [
      'spec.list[0]: Too long: may not be more than 2 bytes',
      'spec.list[1]: Invalid value: "integer": spec.list[1] in body must be of type string: "integer"',
      'spec.list: Too many: 3: must have at most 2 items',
    ],
  },
  {
    spec: { list: 'x' },
    faults: [
      'spec.list: Invalid value: "string": spec.list in body must be of type array: "string"',
    ],
  },
  { spec: { set: ['a', 'b', 'a', 'a'] }, faults: ['spec.set[2]: Duplicate value: "a"'] },
  {
    spec: { map: [{ k: 'a' }, { k: 'a' }, { v: 5 }] },
    faults: [
      'spec.map[2].v: Invalid value: 5: spec.map[2].v in body should be less than or equal to 3',
      'spec.map[2].k: Required value',
      'spec.map[1]: Duplicate value: {"k":"a"}',
    ],
  },
  { spec: { obj: {} }, faults: ['spec.obj.a: Required value', 'spec.obj.b: Required value'] },
  {
    spec: { obj: 'x' },
    faults: [
      'spec.obj: Invalid value: "string": spec.obj in body must be of type object: "string"',
    ],
  },
  {
    spec: { obj: { a: 1, b: 'x' } },
    faults: [
      'spec.obj.b: Invalid value: "string": spec.obj.b in body must be of type integer: "string"',
      'spec.obj.a: Invalid value: "integer": spec.obj.a in body must be of type string: "integer"',
    ],
  },
  {
    spec: { addl: {} },
    faults: ['spec.addl: Invalid value: 0: spec.addl in body should have at least 1 properties'],
  },
  {
    spec: { addl: { a: 1, b: 'x', c: 3 } },
    faults: [
      'spec.addl: Too many: 3: must have at most 2 items',
      'spec.addl.b: Invalid value: "string": spec.addl.b in body must be of type integer: "string"',
    ],
  },
  {
    spec: { ios: true },
    faults: [
      'spec.ios: Invalid value: "boolean": spec.ios in body must be of type integer,string: "boolean"',
    ],
  },
  {
    spec: { any: {} },
    faults: [
      '<nil>: Invalid value: "": "spec.any" must validate at least one schema (anyOf)',
      'spec.any.p: Required value',
    ],
  },
  {
    spec: { one: {} },
    faults: [
      '<nil>: Invalid value: "": "spec.one" must validate one and only one schema (oneOf). Found none valid',
      'spec.one.p: Required value',
    ],
  },
  {
    spec: { one: { p: 'x', q: 'x' } },
    faults: [
      '<nil>: Invalid value: "": "spec.one" must validate one and only one schema (oneOf). Found 2 valid alternatives',
    ],
  },
  {
    spec: { all: 'a' },
    faults: [
      'spec.all: Invalid value: "a": spec.all in body should be at least 3 chars long',
      'spec.all: Invalid value: "a": spec.all in body should match \'^x\'',
      '<nil>: Invalid value: "": "spec.all" must validate all the schemas (allOf). None validated',
    ],
  },
  {
    spec: { all: 'xa' },
    faults: [
      'spec.all: Invalid value: "xa": spec.all in body should be at least 3 chars long',
      '<nil>: Invalid value: "": "spec.all" must validate all the schemas (allOf)',
    ],
  },
  {
    spec: { not: 'no' },
    faults: ['<nil>: Invalid value: "": "spec.not" must not validate the schema (not)'],
  },
  {
    spec: { dt: '2026-01-01' },
    faults: [
      'spec.dt: Invalid value: "2026-01-01": spec.dt in body must be of type date-time: "2026-01-01"',
    ],
  },
  {
    spec: { dt: '2026-13-01T00:00:00Z' },
    faults: [
      'spec.dt: Invalid value: "2026-13-01T00:00:00Z": spec.dt in body must be of type date-time: "2026-13-01T00:00:00Z"',
    ],
  },
  {
    spec: { dt: '' },
    faults: ['spec.dt: Invalid value: "": spec.dt in body must be of type date-time: ""'],
  },
  {
    spec: { ip: '1.2.3' },
    faults: ['spec.ip: Invalid value: "1.2.3": spec.ip in body must be of type ipv4: "1.2.3"'],
  },
  {
    spec: { ip: '::1' },
    faults: ['spec.ip: Invalid value: "::1": spec.ip in body must be of type ipv4: "::1"'],
  },
  {
    spec: { ip6: '1.2.3.4' },
    faults: [
      'spec.ip6: Invalid value: "1.2.3.4": spec.ip6 in body must be of type ipv6: "1.2.3.4"',
    ],
  },
  {
    spec: { ip6: 'fe80::1%eth0' },
    faults: [
      'spec.ip6: Invalid value: "fe80::1%eth0": spec.ip6 in body must be of type ipv6: "fe80::1%eth0"',
    ],
  },
  {
    spec: { uuid: 'x' },
    faults: ['spec.uuid: Invalid value: "x": spec.uuid in body must be of type uuid: "x"'],
  },
  {
    spec: { uri: 'a' },
    faults: ['spec.uri: Invalid value: "a": spec.uri in body must be of type uri: "a"'],
  },
  {
    spec: { uri: '' },
    faults: ['spec.uri: Invalid value: "": spec.uri in body must be of type uri: ""'],
  },
  {
    spec: { mail: 'a' },
    faults: ['spec.mail: Invalid value: "a": spec.mail in body must be of type email: "a"'],
  },
  {
    spec: { dur: 'x' },
    faults: ['spec.dur: Invalid value: "x": spec.dur in body must be of type duration: "x"'],
  },
  {
    spec: { dur: '' },
    faults: ['spec.dur: Invalid value: "": spec.dur in body must be of type duration: ""'],
  },
  {
    spec: { host: 'a.b' },
    faults: ['spec.host: Invalid value: "a.b": spec.host in body must be of type hostname: "a.b"'],
  },
  {
    spec: { host: 'a_b' },
    faults: ['spec.host: Invalid value: "a_b": spec.host in body must be of type hostname: "a_b"'],
  },
  {
    spec: { host: 'a..b' },
    faults: [
      'spec.host: Invalid value: "a..b": spec.host in body must be of type hostname: "a..b"',
    ],
  },
  {
    spec: { host: '1.2' },
    faults: ['spec.host: Invalid value: "1.2": spec.host in body must be of type hostname: "1.2"'],
  },
  {
    spec: { host: '-a' },
    faults: ['spec.host: Invalid value: "-a": spec.host in body must be of type hostname: "-a"'],
  },
  {
    spec: { cidr: '1.2.3.4' },
    faults: [
      'spec.cidr: Invalid value: "1.2.3.4": spec.cidr in body must be of type cidr: "1.2.3.4"',
    ],
  },
  {
    spec: { mac: '01-02' },
    faults: ['spec.mac: Invalid value: "01-02": spec.mac in body must be of type mac: "01-02"'],
  },
  {
    spec: { byte: 'Y' },
    faults: ['spec.byte: Invalid value: "Y": spec.byte in body must be of type byte: "Y"'],
  },
  {
    spec: { byte: '' },
    faults: ['spec.byte: Invalid value: "": spec.byte in body must be of type byte: ""'],
  },
  {
    spec: { byte: 'a b' },
    faults: ['spec.byte: Invalid value: "a b": spec.byte in body must be of type byte: "a b"'],
  },
  {
    spec: { date: '2026-02-30' },
    faults: [
      'spec.date: Invalid value: "2026-02-30": spec.date in body must be of type date: "2026-02-30"',
    ],
  },
  {
    spec: { date: '2026-01-01T00:00:00Z' },
    faults: [
      'spec.date: Invalid value: "2026-01-01T00:00:00Z": spec.date in body must be of type date: "2026-01-01T00:00:00Z"',
    ],
  },
];

const ACCEPTED: readonly object[] = [
  { int: 3 },
  { ios: 'x' },
  { nul: null },
  { def: null },
  { any: { p: 'x' } },
  { dt: '2026-01-01T00:00:00Z' },
  { dt: '2026-01-01T00:00:00.123+02:00' },
  { ip: '1.2.3.4' },
  { ip: '01.2.3.4' },
  { ip6: '::1' },
  { uuid: '123e4567-e89b-12d3-a456-426614174000' },
  { uri: 'http://a/b' },
  { uri: '/a' },
  { uri: 'a:b' },
  { mail: 'a@b' },
  { mail: 'A <a@b.c>' },
  { dur: '1s' },
  { dur: '22 ns' },
  { dur: '1 day' },
  { dur: '1h30m' },
  { dur: '0' },
  { host: 'x' },
  { cidr: '1.2.3.0/24' },
  { mac: '01:02:03:04:05:06' },
  { mac: '0102.0304.0506' },
  { byte: 'YQ==' },
  { date: '2026-01-01' },
  { foo: 'x' },
];

const WIDGETS = widgetsOf({
  schema: {
    type: 'object',
    properties: { spec: { type: 'object', properties: FIELDS } },
  },
});

function faultsOf(spec: object): readonly string[] {
  return createWith(newCluster(), WIDGETS, { metadata: { name: 'web' }, spec }).faults;
}

describe('A custom resource is refused for its schema', () => {
  for (const { spec, faults } of REFUSED) {
    test(JSON.stringify(spec), () => {
      assert.deepEqual(faultsOf(spec).toSorted(), faults.toSorted());
    });
  }
});

describe('A custom resource fits its schema', () => {
  for (const spec of ACCEPTED) {
    test(JSON.stringify(spec), () => assert.deepEqual(faultsOf(spec), []));
  }
});
