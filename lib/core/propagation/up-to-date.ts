import { fingerprint } from '../model/fingerprint.ts';
import type { JsonObject } from '../model/json.ts';
import type { ServiceManifest } from '../model/plan.ts';
import type { ServiceObject } from '../model/service-object.ts';
import { holds, ownsBeyond } from './field-difference.ts';

/** True if the copy has every desired field and Seamark owns no field that is no longer desired. */
export const isUpToDate = (manifest: ServiceManifest, copy: ServiceObject): boolean =>
  holds(manifestJson(copy), manifestJson(manifest)) &&
  !ownsBeyond(copy.appliedFields ?? {}, appliedJson(manifest));

/**
 * The mark of an apply whose result still differs from what was sent: while both stay the same, sending it again would change
 * nothing (a member that silently drops a field).
 */
export const refusalMark = (manifest: ServiceManifest, result: ServiceObject): string =>
  fingerprint({ sent: manifestJson(manifest), kept: manifestJson(result) });

const manifestJson = (
  source: Pick<ServiceManifest, 'labels' | 'annotations' | 'spec'>,
): JsonObject => ({ labels: source.labels, annotations: source.annotations, spec: source.spec });

const appliedJson = (manifest: ServiceManifest): JsonObject => ({
  metadata: { labels: manifest.labels, annotations: manifest.annotations },
  spec: manifest.spec,
});
