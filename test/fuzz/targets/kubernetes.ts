import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readStatus, saysAbsent } from '../../../lib/adapters/kubernetes/api-status.ts';
import { classify, Refusal } from '../../../lib/adapters/kubernetes/failures.ts';
import { translateCluster } from '../../../lib/adapters/kubernetes/translate-cluster.ts';
import { translateService } from '../../../lib/adapters/kubernetes/translate-service.ts';
import { locationOf } from '../../../lib/core/health/location.ts';
import { ControllerError } from '../../../lib/core/model/failure.ts';
import {
  clusterSelectorAnnotation,
  deleteFinalizer,
  deletionPolicyAnnotation,
  ingressAnnotation,
  releaseClustersAnnotation,
  ttlAnnotation,
} from '../../../lib/core/model/names.ts';
import type { RecordSet } from '../../../lib/core/model/record-set.ts';
import { serviceWork } from '../../../lib/core/model/work-key.ts';
import { planService } from '../../../lib/core/plan-service.ts';
import { observedCluster } from '../../support/builders/cluster.ts';
import { aCopy, aService, planSettings } from '../../support/builders/service.ts';
import { hostileRecord, json, jsonText, text } from '../hostile.ts';
import type { FuzzTarget } from '../target.ts';

const texts = fc.dictionary(text, text, { maxKeys: 3 });

const metadata = hostileRecord({
  name: text,
  namespace: text,
  uid: text,
  resourceVersion: text,
  labels: texts,
  annotations: texts,
  finalizers: fc.array(text, { maxLength: 3 }),
  managedFields: fc.array(hostileRecord({ manager: text, fieldsV1: json }), { maxLength: 2 }),
});

const object = hostileRecord({
  metadata,
  spec: hostileRecord({
    ports: json,
    serverAddressByClientCIDRs: json,
    secretRef: hostileRecord({ name: text }),
    eks: hostileRecord({ clusterName: text }),
  }),
  status: hostileRecord({
    loadBalancer: hostileRecord({
      ingress: fc.array(hostileRecord({ ip: text, hostname: text }), { maxLength: 3 }),
    }),
    conditions: fc.array(hostileRecord({ type: text, status: fc.constant('True') }), {
      maxLength: 2,
    }),
    zones: fc.array(text, { maxLength: 3 }),
  }),
});

const refusesInWords = (read: () => unknown): void => {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof ControllerError, String(error));
    assert.match(error.message, /^Cannot read x: expected /);
  }
};

/** What an API server answers: objects, and refusals. */
export const apiAnswers: FuzzTarget = {
  name: 'answers of API servers',
  shortRuns: 200,
  property: fc.property(object, jsonText(json), fc.nat(700), (value, body, status) => {
    refusesInWords(() => translateService(value, 'read x'));
    refusesInWords(() => translateCluster(value, 'read x'));
    readStatus(body);
    saysAbsent({ status: 404, text: body }, 'services', 'web');
    const error = classify('read x', new Refusal({ status, text: body }));
    assert.ok(error.message.length < 700);
    assert.doesNotMatch(error.message, /\p{Cc}/u);
  }),
};

const annotation = fc.oneof(
  text,
  jsonText(json),
  jsonText(fc.record({ items: fc.array(hostileRecord({ cluster: text, items: json })) })),
  jsonText(fc.array(hostileRecord({ key: text, operator: text, values: fc.array(text) }))),
);

const annotations = fc.record(
  {
    [ingressAnnotation]: annotation,
    [clusterSelectorAnnotation]: annotation,
    [releaseClustersAnnotation]: annotation,
    [deletionPolicyAnnotation]: annotation,
    [ttlAnnotation]: annotation,
  },
  { requiredKeys: [] },
);

const isCarried = ({ name }: RecordSet): boolean =>
  name.length <= 253 && name.split('.').every((label) => /^[-a-z0-9_]{1,63}$/.test(label));

const planWith = (
  given: { readonly [key: string]: string },
  where: { readonly zones: readonly string[]; readonly region?: string },
  leaving: boolean,
) => {
  const service = aService({
    annotations: given,
    finalizers: [deleteFinalizer],
    ...(leaving ? { deletionTimestamp: '2026-01-05T10:00:00Z' } : {}),
  });
  const copy = aCopy({ ingress: [{ ip: '192.0.2.1' }] });
  return planService(
    {
      key: service.key,
      now: 0,
      service,
      clusters: [observedCluster('tokyo', { service: copy, readyEndpoints: 1 }, where)],
      ledger: [],
      resolved: {},
      row: {
        key: serviceWork(service.key),
        generation: 1,
        done: 0,
        fence: 1,
        attempts: 0,
        applied: {},
      },
    },
    planSettings,
  );
};

const nodes = fc.array(
  fc.record(
    {
      'topology.kubernetes.io/zone': text,
      'failure-domain.beta.kubernetes.io/zone': text,
      'topology.kubernetes.io/region': text,
    },
    { requiredKeys: [] },
  ),
  { maxLength: 4 },
);

/** What people write on a Service, and what the labels of nodes say. */
export const writtenByPeople: FuzzTarget = {
  name: 'annotations and labels of nodes',
  shortRuns: 200,
  property: fc.property(annotations, nodes, fc.boolean(), (given, labels, leaving) => {
    const location = locationOf(labels, { zones: [] });
    const plan = planWith(given, location, leaving);
    for (const { recordSets } of plan.zones) assert.ok(recordSets.every(isCarried));
  }),
};
