import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as names from '../../../../lib/core/model/names.ts';

/** Objects of users carry these: a name that changed would leave them behind. */
const written: { readonly [name in keyof typeof names]: string } = {
  deleteFinalizer: 'federation.kubernetes.io/delete-from-underlying-clusters',
  orphanFinalizer: 'orphan',
  foregroundFinalizer: 'foregroundDeletion',
  clusterFinalizer: 'federation.seamark.dev/cluster',
  ingressAnnotation: 'federation.kubernetes.io/service-ingresses',
  clusterSelectorAnnotation: 'federation.alpha.kubernetes.io/cluster-selector',
  lastAppliedAnnotation: 'kubectl.kubernetes.io/last-applied-configuration',
  ownDomain: 'federation.seamark.dev/',
  federationLabel: 'federation.seamark.dev/federation',
  deletionPolicyAnnotation: 'federation.seamark.dev/deletion-policy',
  releaseClustersAnnotation: 'federation.seamark.dev/release-clusters',
  ttlAnnotation: 'federation.seamark.dev/dns-ttl',
  hostLoadBalancerClass: 'federation.seamark.dev/host',
};

describe('names that stand in objects of the API', () => {
  it('are what they were', () => assert.deepEqual({ ...names }, written));
});
