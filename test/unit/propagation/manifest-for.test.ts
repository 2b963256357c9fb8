import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../lib/core/model/json.ts';
import {
  desiredClusterService,
  manifestFor,
} from '../../../lib/core/propagation/cluster-service.ts';
import { aCopy, aService, planSettings } from '../../support/builders/service.ts';

describe('the manifest as a copy takes it', () => {
  it('S10: the second family that a dual-stack member added is taken over, in no other case', () => {
    const asked = (spec: JsonObject) => ({
      ...desiredClusterService(aService(), planSettings),
      spec: { type: 'ClusterIP', ...spec },
    });
    const table: readonly [string, JsonObject, readonly string[] | undefined, unknown][] = [
      ['added', { ipFamilies: ['IPv6'] }, ['IPv6', 'IPv4'], ['IPv6', 'IPv4']],
      ['added in front', { ipFamilies: ['IPv6'] }, ['IPv4', 'IPv6'], ['IPv6']],
      ['none added', { ipFamilies: ['IPv6'] }, ['IPv6'], ['IPv6']],
      ['changed', { ipFamilies: ['IPv6', 'IPv4'] }, ['IPv6', 'IPv6'], ['IPv6', 'IPv4']],
      [
        'not wanted',
        { ipFamilies: ['IPv6'], ipFamilyPolicy: 'SingleStack' },
        ['IPv6', 'IPv4'],
        ['IPv6'],
      ],
      [
        'wanted if there is one',
        { ipFamilies: ['IPv6'], ipFamilyPolicy: 'PreferDualStack' },
        ['IPv6', 'IPv4'],
        ['IPv6', 'IPv4'],
      ],
      ['not told', { ipFamilies: ['IPv6'] }, undefined, ['IPv6']],
      ['not asked for', {}, ['IPv4'], undefined],
    ];
    for (const [title, spec, has, expected] of table) {
      const copy = aCopy({ spec: has === undefined ? {} : { ipFamilies: has } });
      assert.deepEqual(manifestFor(asked(spec), copy).spec['ipFamilies'], expected, title);
    }
  });
});
