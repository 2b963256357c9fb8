import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sourceOfLogGroup } from '../../../../lib/core/intake/source-of-log-group.ts';

describe('whose control plane a log group belongs to', () => {
  const groups = { '/aws/eks/eu-1/cluster': 'dublin', '/own/logs': 'tokyo' };
  const table: readonly [string, string, string | undefined][] = [
    ['as EKS names it', '/aws/eks/oregon-2/cluster', 'oregon-2'],
    ['as the settings say', '/own/logs', 'tokyo'],
    ['as the settings say, whatever EKS names it', '/aws/eks/eu-1/cluster', 'dublin'],
    ['a group of something else', '/aws/lambda/resync', undefined],
    ['a group that begins alike', '/aws/eks/oregon-2/cluster/more', undefined],
    ['a group that ends alike', '/copy/aws/eks/oregon-2/cluster', undefined],
    ['a cluster without a name', '/aws/eks//cluster', undefined],
    ['a name that every object has', 'toString', undefined],
  ];
  for (const [title, group, expected] of table) {
    it(title, () => assert.equal(sourceOfLogGroup(group, groups), expected));
  }
});
