import { formatServiceKey, parseServiceKey, type ServiceKey } from './service-key.ts';

/** What one pass looks at: a federated Service, or a hosted zone. It says where to look, never what happened. */
export type WorkKey =
  | { readonly kind: 'service'; readonly service: ServiceKey }
  | { readonly kind: 'zone'; readonly zoneId: string };

/** The work key of a federated Service. */
export const serviceWork = (service: ServiceKey): WorkKey => ({ kind: 'service', service });

/** The work key of a hosted zone, by its bare id. */
export const zoneWork = (zoneId: string): WorkKey => ({ kind: 'zone', zoneId });

/** `service/<namespace>/<name>` or `zone/<hosted zone id>`, the body of a queue message. */
export const formatWorkKey = (key: WorkKey): string =>
  key.kind === 'service' ? `service/${formatServiceKey(key.service)}` : `zone/${key.zoneId}`;

/** Reads what `formatWorkKey` writes; undefined if the text is of any other form. */
export const parseWorkKey = (text: string): WorkKey | undefined => {
  const slash = text.indexOf('/');
  const kind = text.slice(0, slash);
  const rest = text.slice(slash + 1);
  if (kind === 'zone' && rest !== '' && !rest.includes('/')) return zoneWork(rest);
  if (kind !== 'service') return undefined;
  const service = parseServiceKey(rest);
  return service === undefined ? undefined : serviceWork(service);
};
