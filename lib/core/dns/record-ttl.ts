import { ttlAnnotation } from '../model/names.ts';
import type { Problem } from '../model/plan.ts';
import type { ServiceObject } from '../model/service-object.ts';

/** Longest TTL in seconds that the annotation may ask for: a week, as in the settings. */
const longestSeconds = 604_800;

/** The TTL of a Service's records in seconds: its annotation's, else the setting's; a malformed one is told and passed over (W21). */
export const recordTtl = (
  { annotations }: Pick<ServiceObject, 'annotations'>,
  settingSeconds: number,
): { readonly ttlSeconds: number; readonly problems: readonly Problem[] } => {
  const text = annotations[ttlAnnotation];
  if (text === undefined) return { ttlSeconds: settingSeconds, problems: [] };
  const asked = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (asked >= 1 && asked <= longestSeconds) return { ttlSeconds: asked, problems: [] };
  const message = `annotation ${ttlAnnotation} is no whole number of seconds from 1 to ${longestSeconds}: ${settingSeconds} applies`;
  return {
    ttlSeconds: settingSeconds,
    problems: [{ condition: 'DNSInSync', reason: 'InvalidTtl', message }],
  };
};
