import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../lib/core/model/json.ts';
import { desiredClusterService } from '../../../lib/core/propagation/cluster-service.ts';
import { isUpToDate } from '../../../lib/core/propagation/up-to-date.ts';
import { aCopy, planSettings } from '../../support/builders/service.ts';
import { isApplicable } from '../../support/not-applicable.ts';
import { readVectors, wanted } from '../../support/read-vectors.ts';
import {
  claimingNodePorts,
  declared,
  oneMember,
  type PartialService,
  portsIn,
} from './one-member.ts';

type Given = { readonly desired: PartialService; readonly cluster: PartialService };
type Expect = {
  readonly desiredAfter?: PartialService;
  readonly nodePorts?: readonly number[];
};

/** The vectors speak of parts of a Service; this is the rest of it, as the part in question needs it. */
const rest: JsonObject = {
  type: 'LoadBalancer',
  externalTrafficPolicy: 'Local',
  ports: [{ name: 'http', port: 80, protocol: 'TCP' }],
};

const whole = ({ spec }: PartialService): PartialService => {
  const { healthCheckNodePort: port, ...others } = spec ?? {};
  // 1000 stands for any port; an API server takes none below 30000.
  const check = port ? { healthCheckNodePort: 31_000 } : {};
  return { spec: { ...rest, ...others, ...check } };
};

describe('what of a member’s own survives a write: vectors', () => {
  const cases = readVectors<Given, Expect>('service-retention-kubefed').filter(({ name }) =>
    isApplicable('service-retention-kubefed', name),
  );
  for (const one of cases) {
    it(one.name, async () => {
      const { desired, cluster } = one.given;
      const { member, reconcile } = await oneMember(whole(cluster), {
        sent: whole(desired).spec ?? {},
      });
      const [stored] = member.all();
      assert.ok(stored);
      const own = member.edit(stored.key, (now) => ({
        ...now,
        annotations: { 'cloud.example/id': '7' },
        finalizers: ['service.kubernetes.io/load-balancer-cleanup'],
      }));
      const host = declared(
        { ...whole(desired), metadata: { labels: { edited: 'yes' } } },
        claimingNodePorts(desired.spec),
      );
      const { operation, manifest, after } = await reconcile(host);
      assert.equal(operation, 'apply');
      assert.equal(after?.uid, own.uid);
      assert.deepEqual(after.annotations, own.annotations);
      assert.deepEqual(after.finalizers, own.finalizers);
      for (const field of ['clusterIP', 'clusterIPs', 'healthCheckNodePort']) {
        assert.deepEqual(after.spec[field], own.spec[field], field);
        assert.equal(manifest?.spec[field], undefined, field);
      }
      const { nodePorts, desiredAfter } = wanted(one);
      const ports = portsIn(desiredAfter?.spec).map(({ nodePort }) => nodePort);
      for (const [index, port] of (nodePorts ?? ports).entries()) {
        if (port === undefined) {
          assert.equal(portsIn(manifest?.spec)[index]?.['nodePort'], undefined);
        } else assert.equal(portsIn(after.spec)[index]?.['nodePort'], port);
      }
    });
  }
});

describe('equivalence of metadata and spec: vectors', () => {
  type Side = PartialService['metadata'] & PartialService;
  const partOf = (side: Side): PartialService => {
    if (!('metadata' in side)) return { metadata: side };
    const { metadata, spec } = side;
    return { ...(metadata ? { metadata } : {}), spec: { type: 'ExternalName', ...spec } };
  };
  const cases = readVectors<
    { left: Side; right: Side; metadata?: PartialService['metadata'] },
    { equivalent?: boolean; metadata?: { namespace: string; name: string } }
  >('object-meta').filter(({ name }) => isApplicable('object-meta', name));
  for (const one of cases) {
    it(one.name, () => {
      const { equivalent, metadata } = wanted(one);
      if (metadata !== undefined) {
        const copied = one.given.metadata;
        const manifest = desiredClusterService(
          declared(copied === undefined ? {} : { metadata: copied }),
          planSettings,
        );
        assert.deepEqual(manifest.key, metadata);
        assert.deepEqual(Object.keys(manifest).sort(), ['annotations', 'key', 'labels', 'spec']);
        return;
      }
      const left = declared(partOf(one.given.left));
      const copy = aCopy({ ...left, labels: { ...aCopy().labels, ...left.labels } });
      const right = desiredClusterService(
        declared({ spec: {}, ...partOf(one.given.right) }),
        planSettings,
      );
      assert.equal(isUpToDate(right, copy), equivalent);
    });
  }
});
