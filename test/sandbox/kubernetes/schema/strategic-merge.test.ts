import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { JsonObject } from '../../../../infra/sandbox/kubernetes/resource.ts';
import { nodeSchema } from '../../../../infra/sandbox/kubernetes/schema/kinds/node.ts';
import { serviceSchema } from '../../../../infra/sandbox/kubernetes/schema/kinds/service.ts';
import { strategicMergePatch } from '../../../../infra/sandbox/kubernetes/schema/strategic-merge.ts';
import { serviceConfig } from './service-arbitrary.ts';

type Case = {
  readonly name: string;
  readonly live: JsonObject;
  readonly patch: JsonObject;
  readonly expected: JsonObject;
};

const http = { name: 'http', port: 80 };
const dns = { name: 'dns', port: 53 };

const cases: readonly Case[] = [
  {
    name: 'merges list items by their key and appends new ones before live-only ones that follow',
    live: { spec: { ports: [http, dns] } },
    patch: { spec: { ports: [{ port: 53, nodePort: 30053 }] } },
    expected: { spec: { ports: [http, { ...dns, nodePort: 30053 }] } },
  },
  {
    name: 'deletes a list item by key',
    live: { spec: { ports: [http, dns] } },
    patch: { spec: { ports: [{ port: 80, $patch: 'delete' }] } },
    expected: { spec: { ports: [dns] } },
  },
  {
    name: 'replaces a merged list whole',
    live: { spec: { ports: [http, dns] } },
    patch: { spec: { ports: [{ port: 443 }, { $patch: 'replace' }] } },
    expected: { spec: { ports: [{ port: 443 }] } },
  },
  {
    name: 'sets the order of a merged list',
    live: { spec: { ports: [http, dns] } },
    patch: { spec: { '$setElementOrder/ports': [{ port: 53 }, { port: 80 }] } },
    expected: { spec: { ports: [dns, http] } },
  },
  {
    name: 'keeps items that the order does not name where they were',
    live: { metadata: { finalizers: ['a', 'b', 'c'] } },
    patch: { metadata: { '$setElementOrder/finalizers': ['c', 'a'], finalizers: ['c'] } },
    expected: { metadata: { finalizers: ['b', 'c', 'a'] } },
  },
  {
    name: 'removes scalars from a list that merges',
    live: { metadata: { finalizers: ['a', 'b'] } },
    patch: { metadata: { '$deleteFromPrimitiveList/finalizers': ['a'] } },
    expected: { metadata: { finalizers: ['b'] } },
  },
  {
    name: 'replaces lists without a merge key',
    live: { spec: { externalIPs: ['192.0.2.1'] } },
    patch: { spec: { externalIPs: ['192.0.2.2'] } },
    expected: { spec: { externalIPs: ['192.0.2.2'] } },
  },
  {
    name: 'merges maps and removes nulls',
    live: { metadata: { labels: { a: '1', b: '2' } } },
    patch: { metadata: { labels: { a: null, c: '3' } } },
    expected: { metadata: { labels: { b: '2', c: '3' } } },
  },
  {
    name: 'replaces a map whole',
    live: { spec: { selector: { a: '1' } } },
    patch: { spec: { selector: { $patch: 'replace', b: '2' } } },
    expected: { spec: { selector: { b: '2' } } },
  },
  {
    name: 'keeps only the keys that $retainKeys names',
    live: { spec: { type: 'NodePort', clusterIP: 'None', ports: [http] } },
    patch: { spec: { $retainKeys: ['type', 'ports'], type: 'ExternalName' } },
    expected: { spec: { type: 'ExternalName', ports: [http] } },
  },
  {
    name: 'leaves nulls out of what it adds whole',
    live: {},
    patch: { spec: { selector: { a: '1', b: null } } },
    expected: { spec: { selector: { a: '1' } } },
  },
];

const refusals = [
  {
    name: 'a list item without its merge key',
    patch: { spec: { ports: [{ name: 'x' }] } },
    code: 500,
    message: 'map: map[name:x] does not contain declared merge key: port',
  },
  {
    name: 'an unknown directive',
    patch: { spec: { $patch: 'explode' } },
    code: 500,
    message: 'unknown patch type: explode in map: map[$patch:explode]',
  },
  {
    name: 'a field that $retainKeys does not name',
    patch: { spec: { $retainKeys: ['ports'], type: 'NodePort' } },
    code: 400,
    message: 'invalid patch format of retainKeys',
  },
  {
    name: 'a directive without a field',
    patch: { spec: { $setElementOrder: [] } },
    code: 400,
    message: 'invalid patch format of setElementOrder list',
  },
  {
    name: 'a delete list without a field',
    patch: { spec: { $deleteFromPrimitiveList: [] } },
    code: 400,
    message: 'invalid patch format of primitive list',
  },
  {
    name: 'items in another order than the directive says',
    patch: {
      spec: {
        '$setElementOrder/ports': [{ port: 1 }, { port: 2 }],
        ports: [{ port: 2 }, { port: 1 }],
      },
    },
    code: 500,
    message:
      "The order in patch list:\n[map[port:2] map[port:1]]\n doesn't match $setElementOrder list:\n[map[port:1] map[port:2]]\n",
  },
];

describe('strategicMergePatch', () => {
  for (const { name, live, patch, expected } of cases) {
    it(name, () => {
      assert.deepEqual(strategicMergePatch(live, patch, serviceSchema), expected);
    });
  }

  for (const { name, patch, code, message } of refusals) {
    it(`refuses ${name}`, () => {
      const live = { spec: { ports: [http] } };
      assert.throws(() => strategicMergePatch(live, patch, serviceSchema), { code, message });
    });
  }

  it('merges node addresses by type and unites pod ranges', () => {
    const live = {
      spec: { podCIDRs: ['10.0.0.0/24'] },
      status: { addresses: [{ type: 'Hostname', address: 'a' }] },
    };
    const patch = {
      spec: { podCIDRs: ['fd00::/64'] },
      status: { addresses: [{ type: 'Hostname', address: 'b' }] },
    };
    assert.deepEqual(strategicMergePatch(live, patch, nodeSchema), {
      // The item of the patch has no place among the live ones, so it comes first.
      spec: { podCIDRs: ['fd00::/64', '10.0.0.0/24'] },
      status: { addresses: [{ type: 'Hostname', address: 'b' }] },
    });
  });
});

describe('laws of strategic merge', () => {
  it('an empty patch changes nothing', () => {
    fc.assert(
      fc.property(serviceConfig, (live) => {
        assert.deepEqual(strategicMergePatch(live, {}, serviceSchema), live);
      }),
    );
  });

  it('a patch with what is there already changes nothing', () => {
    fc.assert(
      fc.property(serviceConfig, (live) => {
        fc.pre(hasDistinctPorts(live));
        assert.deepEqual(strategicMergePatch(live, live, serviceSchema), live);
      }),
    );
  });

  it('the same patch again changes nothing', () => {
    fc.assert(
      fc.property(serviceConfig, serviceConfig, (live, patch) => {
        fc.pre(hasDistinctPorts(live) && hasDistinctPorts(patch));
        const once = strategicMergePatch(live, patch, serviceSchema);
        assert.deepEqual(strategicMergePatch(once, patch, serviceSchema), once);
      }),
    );
  });

  it('the inputs stay as they were', () => {
    fc.assert(
      fc.property(serviceConfig, serviceConfig, (live, patch) => {
        const before = structuredClone([live, patch]);
        strategicMergePatch(live, patch, serviceSchema);
        assert.deepEqual([live, patch], before);
      }),
    );
  });
});

/** Strategic merge knows ports by number alone, so two protocols on one number are one item to it. */
function hasDistinctPorts(config: JsonObject): boolean {
  const { ports = [] } = config['spec'] as { ports?: readonly { port: number }[] };
  return new Set(ports.map(({ port }) => port)).size === ports.length;
}
