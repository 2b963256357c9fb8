import { fingerprint } from '../model/fingerprint.ts';
import type { JsonObject } from '../model/json.ts';
import type { ServiceManifest } from '../model/plan.ts';
import type { ServiceObject } from '../model/service-object.ts';
import { holds, ownsBeyond } from './field-difference.ts';
import { fieldSet } from './field-set.ts';

/** The fields that Seamark owns once the manifest was applied. */
export const ownedBy = (manifest: ServiceManifest): JsonObject =>
  fieldSet({
    metadata: { labels: manifest.labels, annotations: manifest.annotations },
    spec: manifest.spec,
  });

/**
 * True if the copy has every desired field and Seamark owns no field that is no longer desired.
 *
 * @param owned What `ownedBy` says of the manifest: the same for every copy of a Service, so that a plan asks once.
 */
export const isUpToDate = (
  manifest: ServiceManifest,
  copy: ServiceObject,
  owned = ownedBy(manifest),
): boolean =>
  holds(copy.labels, manifest.labels) &&
  holds(copy.annotations, manifest.annotations) &&
  holds(copy.spec, manifest.spec) &&
  !ownsBeyond(copy.appliedFields ?? {}, owned);

/**
 * The mark of an apply whose result still differs from what was sent: while both stay the same, sending it again would change
 * nothing (a member that silently drops a field).
 */
export const refusalMark = (manifest: ServiceManifest, result: ServiceObject): string =>
  fingerprint({ sent: manifestJson(manifest), kept: manifestJson(result) });

const manifestJson = (
  source: Pick<ServiceManifest, 'labels' | 'annotations' | 'spec'>,
): JsonObject => ({ labels: source.labels, annotations: source.annotations, spec: source.spec });
