import {
  clusterSelectorAnnotation,
  federationLabel,
  ingressAnnotation,
  lastAppliedAnnotation,
  ownDomain,
} from '../model/names.ts';
import type { ServiceManifest } from '../model/plan.ts';
import type { ServiceObject } from '../model/service-object.ts';
import type { PlanSettings } from '../model/settings.ts';
import { copySpec } from './copy-spec.ts';

/** Annotations that speak about the host's object and mean nothing on a copy (W30). */
const hostOnlyAnnotations: readonly string[] = [
  ingressAnnotation,
  lastAppliedAnnotation,
  clusterSelectorAnnotation,
];

/** What each member cluster should hold: the declaration less everything that a cluster allocates for itself. */
export const desiredClusterService = (
  service: ServiceObject,
  settings: Pick<PlanSettings, 'federation'>,
): ServiceManifest => ({
  key: service.key,
  labels: {
    ...without(service.labels, (key) => key.startsWith(ownDomain)),
    [federationLabel]: settings.federation,
  },
  annotations: without(
    service.annotations,
    (key) => key.startsWith(ownDomain) || hostOnlyAnnotations.includes(key),
  ),
  spec: copySpec(service),
});

/** True if the object in a member is the copy that this federation made. */
export const isCopy = (
  service: ServiceObject,
  settings: Pick<PlanSettings, 'federation'>,
): boolean => service.labels[federationLabel] === settings.federation;

/** True if the member's object serves for this Service: its copy or, on a host that is a member, itself; not one that is going away. */
export const serves = (
  object: ServiceObject,
  service: ServiceObject,
  settings: Pick<PlanSettings, 'federation'>,
): boolean =>
  object.deletionTimestamp === undefined &&
  (isCopy(object, settings) || object.uid === service.uid);

/**
 * The manifest as this copy takes it. A dual-stack cluster adds the second family to the one that was asked for, and refuses an apply
 * that speaks of the first alone (case S10; core/v1 ServiceSpec `ipFamilies`).
 */
export const manifestFor = (manifest: ServiceManifest, copy: ServiceObject): ServiceManifest => {
  const asked = manifest.spec['ipFamilies'];
  const has = copy.spec['ipFamilies'];
  const added =
    Array.isArray(asked) &&
    Array.isArray(has) &&
    manifest.spec['ipFamilyPolicy'] !== 'SingleStack' &&
    asked.every((family, index) => family === has[index]);
  return added ? { ...manifest, spec: { ...manifest.spec, ipFamilies: has } } : manifest;
};

const without = <Value>(
  record: { readonly [key: string]: Value },
  dropped: (key: string) => boolean,
): { readonly [key: string]: Value } =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !dropped(key)));
