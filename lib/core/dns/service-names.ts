import type { ServiceKey } from '../model/service-key.ts';
import type { Level } from './contribution.ts';

/** What a name is built from besides the Service. */
export type NameSettings = { readonly federation: string; readonly suffix: string };

/** `<service>.<namespace>.<federation>.svc.<suffix>`: the name that leads to every healthy cluster (spec 7.1). */
export const globalName = (key: ServiceKey, settings: NameSettings): string =>
  `${prefix(key, settings)}.${settings.suffix}`;

/** The name that leads to the clusters of a region and falls up to the global name (spec 7.1). */
export const regionName = (key: ServiceKey, region: string, settings: NameSettings): string =>
  `${prefix(key, settings)}.${region}.${settings.suffix}`;

/** The name that leads to the clusters of a zone and falls up to the region's name (spec 7.1). */
export const zoneName = (
  key: ServiceKey,
  place: { readonly zone: string; readonly region: string },
  settings: NameSettings,
): string => `${prefix(key, settings)}.${place.zone}.${place.region}.${settings.suffix}`;

const prefix = (key: ServiceKey, settings: NameSettings): string =>
  `${key.name}.${key.namespace}.${settings.federation}.svc`;

/** Longest label and longest name that DNS carries (RFC 1035 2.3.4; the text form has no trailing dot). */
const longest = { label: 63, name: 253 };

const label = '[a-z0-9_](?:[-a-z0-9_]{0,61}[a-z0-9_])?';
const goodName = new RegExp(`^${label}(?:\\.${label})*$`);

/** Why a name can't be published, or undefined if it can: the check is on the final name. */
export const nameFault = (name: string): string | undefined => {
  if (name.length <= longest.name && goodName.test(name)) return undefined;
  if (name.length > longest.name) return `${name} has ${name.length} characters, more than 253`;
  const bad = name
    .split('.')
    .find(
      (part) => part.length > longest.label || !/^[a-z0-9_]([-a-z0-9_]*[a-z0-9_])?$/.test(part),
    );
  return bad === undefined ? undefined : `${name} has the label "${bad}", which DNS does not carry`;
};

/**
 * Why a place can't have a name, or undefined if it can. Region and zone are one label each: a region `z.r`, which a label of a node may
 * say, would have the name of zone `z` in region `r`, where other clusters stand.
 */
export const placeFault = (level: Level, name: string): string | undefined => {
  if (level.kind === 'global') return undefined;
  const parts = level.kind === 'zone' ? [level.zone, level.region] : [level.region];
  const bad = parts.find((part) => part.includes('.'));
  return bad === undefined
    ? undefined
    : `${name} is no name for the ${bad === level.region ? 'region' : 'zone'} "${bad}", which is not one label`;
};
