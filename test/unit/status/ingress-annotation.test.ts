import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { describe, it } from 'node:test';
import { ingressAnnotation } from '../../../lib/core/model/names.ts';
import type { IngressAddress } from '../../../lib/core/model/service-object.ts';
import {
  addIngress,
  type ClusterIngress,
  formatIngresses,
  hasNewAddress,
  ingressChange,
  ingressOf,
  parseIngresses,
  sameIngresses,
  sortByCluster,
} from '../../../lib/core/status/ingress-annotation.ts';
import { readVectors, wanted } from '../../support/read-vectors.ts';

type Items = readonly ClusterIngress[];
type Annotations = { readonly [key: string]: string } | null;

describe('ingress annotation: vectors', () => {
  for (const one of readVectors<{ items: Items }, { json: string }>(
    'ingress-annotation',
    'serialize',
  )) {
    it(one.name, () => assert.equal(formatIngresses(one.given.items), wanted(one).json));
  }

  for (const one of readVectors<{ annotations: Annotations }, { items?: Items; error?: true }>(
    'ingress-annotation',
    'parse',
  )) {
    // An empty text is as malformed as any other: it reads as nothing and is rewritten (W52).
    const items = wanted(one).error ? [] : wanted(one).items;
    it(one.name, () => assert.deepEqual(parseIngresses(one.given.annotations ?? {}), items));
  }

  for (const one of readVectors<
    { items: Items; cluster: string },
    { ingress: readonly IngressAddress[] }
  >('ingress-annotation', 'get')) {
    it(one.name, () =>
      assert.deepEqual(ingressOf(one.given.items, one.given.cluster), wanted(one).ingress),
    );
  }

  for (const one of readVectors<
    { items: Items; cluster: string; ingress: readonly IngressAddress[] },
    { items: Items }
  >('ingress-annotation', 'add')) {
    const { items, cluster, ingress } = one.given;
    it(one.name, () => assert.deepEqual(addIngress(items, cluster, ingress), wanted(one).items));
  }

  for (const one of readVectors<{ clusters: readonly string[] }, { clusters: readonly string[] }>(
    'ingress-annotation',
    'sort',
  )) {
    const items = one.given.clusters.map((cluster) => ({ cluster, items: null }));
    it(one.name, () =>
      assert.deepEqual(
        sortByCluster(items).map(({ cluster }) => cluster),
        wanted(one).clusters,
      ),
    );
  }

  // The seed's own test helper took everything for an IP and is no behaviour of the product.
  for (const one of readVectors<
    { cluster: string; endpoints: readonly string[] },
    { items: Items }
  >('ingress-annotation', 'build').filter(({ variant }) => variant === 'final')) {
    const { cluster, endpoints } = one.given;
    it(one.name, () => {
      const addresses = endpoints.map((text) => (isIP(text) ? { ip: text } : { hostname: text }));
      const built = addresses.length > 0 ? addresses : null;
      const text = formatIngresses([{ cluster, items: built }]);
      assert.deepEqual(parseIngresses({ [ingressAnnotation]: text }), wanted(one).items);
    });
  }

  for (const one of readVectors<
    { annotations: Annotations; items: Items },
    { annotations: { readonly [key: string]: string } }
  >('ingress-annotation', 'update')) {
    it(one.name, () => {
      const before = one.given.annotations ?? {};
      const text = ingressChange(before, one.given.items);
      const after = text === undefined ? before : { ...before, [ingressAnnotation]: text };
      assert.deepEqual(after, wanted(one).annotations);
    });
  }

  for (const one of readVectors<{ left: Items; right: Items }, { equal: boolean }>(
    'ingress-annotation',
    'compare',
  )) {
    it(one.name, () =>
      assert.equal(sameIngresses(one.given.left, one.given.right), wanted(one).equal),
    );
  }
});

describe('ingress annotation: what somebody else wrote into it', () => {
  const read = (items: unknown) =>
    parseIngresses({ [ingressAnnotation]: JSON.stringify({ items }) });

  it('entries that name no cluster are passed over', () => {
    assert.deepEqual(read([null, 'a', 7, [], {}, { cluster: 7, items: [] }]), []);
  });

  it('addresses that say nothing are passed over', () => {
    const items = [null, 'x', {}, { ip: '' }, { hostname: '' }, { ip: 7, hostname: 'lb.test' }];
    assert.deepEqual(read([{ cluster: 'a', items }]), [
      { cluster: 'a', items: [{ hostname: 'lb.test' }] },
    ]);
  });

  it('addresses are those of the cluster that is asked for', () => {
    const items: Items = [
      { cluster: 'a', items: [{ ip: '192.0.2.1' }] },
      { cluster: 'b', items: [{ ip: '192.0.2.2' }] },
    ];
    assert.deepEqual(ingressOf(items, 'b'), [{ ip: '192.0.2.2' }]);
  });
});

describe('ingress annotation: when it is written', () => {
  const items: Items = [{ cluster: 'a', items: [{ ip: '192.0.2.1' }] }];
  const text = formatIngresses(items);

  const table: readonly [string, string | undefined, Items, string | undefined][] = [
    ['absent stays absent while nobody takes part', undefined, [], undefined],
    ['absent is written once somebody does', undefined, items, text],
    ['the same is left alone', text, items, undefined],
    ['other spacing is left alone', text.replaceAll(':', ': '), items, undefined],
    ['W52: malformed is rebuilt', '{not json', items, text],
    ['W52: malformed is rebuilt even to nothing', '{not json', [], '{}'],
    [
      'a change is written',
      text,
      [{ cluster: 'a', items: null }],
      '{"items":[{"cluster":"a","items":null}]}',
    ],
  ];
  for (const [name, stored, next, expected] of table) {
    it(name, () => {
      const annotations = stored === undefined ? {} : { [ingressAnnotation]: stored };
      assert.equal(ingressChange(annotations, next), expected);
    });
  }
});

describe('ingress annotation: addresses that it does not tell yet', () => {
  const one: Items = [{ cluster: 'a', items: [{ ip: '192.0.2.1' }] }];
  const table: readonly [string, Items, Items, boolean][] = [
    ['those that it tells', one, one, false],
    ['another address', one, [{ cluster: 'a', items: [{ ip: '192.0.2.2' }] }], true],
    ['the same of another cluster', one, [{ cluster: 'b', items: [{ ip: '192.0.2.1' }] }], true],
    ['no address any more', one, [{ cluster: 'a', items: null }], false],
    ['none of a cluster that is new', [], [{ cluster: 'a', items: [] }], false],
    ['nobody', one, [], false],
  ];
  for (const [title, told, next, expected] of table) {
    it(`${title}: ${expected}`, () => {
      const annotations = { [ingressAnnotation]: formatIngresses(told) };
      assert.equal(hasNewAddress({ annotations }, next), expected);
    });
  }
});
