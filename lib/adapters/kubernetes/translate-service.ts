import type { InferOutput } from 'valibot';
import { isJsonObject, type JsonObject } from '../../core/model/json.ts';
import type { IngressAddress, ServiceObject } from '../../core/model/service-object.ts';
import { fieldManager } from './api-paths.ts';
import { readAs, serviceSchema } from './schema.ts';

/** Reads core/v1 `Service` JSON; throws a `ControllerError` of kind `defect` that says "Cannot `what`" for any other. */
export const translateService = (value: unknown, what: string): ServiceObject => {
  const { metadata, spec, status } = readAs(serviceSchema, value, what);
  const managedFields = metadata.managedFields ?? [];
  const appliedFields = appliedBySeamark(managedFields);
  const claimedSpec = claimedByAnybody(managedFields);
  return {
    key: { namespace: metadata.namespace ?? '', name: metadata.name },
    uid: metadata.uid,
    resourceVersion: metadata.resourceVersion,
    labels: metadata.labels ?? {},
    annotations: metadata.annotations ?? {},
    finalizers: metadata.finalizers ?? [],
    ...(metadata.deletionTimestamp ? { deletionTimestamp: metadata.deletionTimestamp } : {}),
    spec,
    ingress: (status?.loadBalancer?.ingress ?? []).map(translateIngress),
    conditions: status?.conditions ?? [],
    ...(claimedSpec === undefined ? {} : { claimedSpec }),
    ...(appliedFields === undefined ? {} : { appliedFields }),
  };
};

type StoredService = InferOutput<typeof serviceSchema>;
type ManagedFields = NonNullable<StoredService['metadata']['managedFields']>;
type StoredIngress = NonNullable<
  NonNullable<NonNullable<StoredService['status']>['loadBalancer']>['ingress']
>[number];

// The main resource's entry by apply: the status sub-resource and plain updates have entries of their own
// (metav1 ManagedFieldsEntry).
const appliedBySeamark = (entries: ManagedFields): JsonObject | undefined =>
  entries.find(
    ({ manager, operation, subresource }) =>
      manager === fieldManager && operation === 'Apply' && !subresource,
  )?.fieldsV1 ?? undefined;

const claimedByAnybody = (entries: ManagedFields): JsonObject | undefined => {
  const specs = entries
    .filter(({ subresource }) => !subresource)
    .flatMap(({ fieldsV1 }) => fieldsV1?.['f:spec'] ?? [])
    .filter(isJsonObject);
  return specs.length === 0 ? undefined : specs.reduce(unite, {});
};

const unite = (left: JsonObject, right: JsonObject): JsonObject => {
  const united = new Map(Object.entries(left));
  for (const [entry, below] of Object.entries(right)) {
    const other = united.get(entry);
    united.set(entry, isJsonObject(other) && isJsonObject(below) ? unite(other, below) : below);
  }
  return Object.fromEntries(united);
};

const translateIngress = ({ ip, hostname, ipMode, ports }: StoredIngress): IngressAddress => ({
  ...(ip ? { ip } : {}),
  ...(hostname ? { hostname } : {}),
  ...(ipMode ? { ipMode } : {}),
  ...(ports ? { ports } : {}),
});
