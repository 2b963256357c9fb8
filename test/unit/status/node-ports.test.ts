import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ObservedCluster } from '../../../lib/core/model/observed.ts';
import { differingNodePorts } from '../../../lib/core/status/node-ports.ts';
import { aCluster } from '../../support/builders/cluster.ts';
import { aCopy } from '../../support/builders/service.ts';

type Port = { readonly port: number; readonly protocol?: string; readonly nodePort?: number };

const member = (
  name: string,
  ports: readonly Port[],
  type: 'NodePort' | 'LoadBalancer' = 'NodePort',
): ObservedCluster => ({
  cluster: aCluster(name),
  view: {
    kind: 'read',
    readyEndpoints: 1,
    service: aCopy({ spec: { type, ports: ports.map((port) => ({ ...port })) } }),
  },
});

const odd = (name: string): ObservedCluster => ({
  cluster: aCluster(name),
  view: {
    kind: 'read',
    readyEndpoints: 1,
    service: aCopy({ spec: { type: 'NodePort', ports: [null, 'x'] } }),
  },
});
const web = (nodePort: number) => [{ port: 80, protocol: 'TCP', nodePort }];
const silent: ObservedCluster = { cluster: aCluster('b'), view: { kind: 'not-ready' } };
const bare: ObservedCluster = {
  cluster: aCluster('c'),
  view: { kind: 'read', readyEndpoints: 0 },
};

const table: readonly [string, readonly ObservedCluster[], RegExp | undefined][] = [
  [
    'different numbers',
    [member('a', web(31_000)), member('e', web(31_999))],
    /^node ports differ between clusters: 80\/TCP is 31000 in a, 31999 in e;/,
  ],
  [
    'one that differs from two',
    [member('a', web(31_000)), member('b', web(31_999)), member('e', web(31_000))],
    /80\/TCP is 31000 in a and e, 31999 in b/,
  ],
  [
    'a port whose protocol is left out, which is TCP',
    [member('a', [{ port: 80, nodePort: 31_000 }]), member('e', web(31_999))],
    /80\/TCP is 31000 in a, 31999 in e/,
  ],
  ['the same number', [member('a', web(31_000)), member('e', web(31_000))], undefined],
  [
    'one number for each protocol of a port',
    ['a', 'e'].map((name) =>
      member(name, [
        { port: 53, nodePort: 30_053 },
        { port: 53, protocol: 'UDP', nodePort: 30_054 },
      ]),
    ),
    undefined,
  ],
  ['members without a copy or an answer', [member('a', web(31_000)), silent, bare], undefined],
  ['ports that are none', [member('a', web(31_000)), odd('e')], undefined],
  ['ports without a number', [member('a', [{ port: 80 }]), member('e', web(31_999))], undefined],
  [
    'load balancers, which hide them',
    [member('a', web(31_000), 'LoadBalancer'), member('e', web(31_999), 'LoadBalancer')],
    undefined,
  ],
];

describe('W29: node ports of the copies', () => {
  for (const [name, clusters, message] of table)
    it(name, () => {
      const found = differingNodePorts(clusters);
      if (message === undefined) assert.equal(found, undefined);
      else assert.match(found ?? '', message);
    });
});
