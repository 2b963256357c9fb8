import { formatServiceKey, parseServiceKey, type ServiceKey } from './service-key.ts';

/** What one pass looks at. It says where to look, never what happened. */
export type WorkKey =
  /** A federated Service. */
  | { readonly kind: 'service'; readonly service: ServiceKey }
  /** All federated Services of a namespace: something changed there, and nothing says which ones. */
  | { readonly kind: 'namespace'; readonly namespace: string }
  /** The registered clusters: one of them, or the credentials of one, changed. */
  | { readonly kind: 'fleet' }
  /** All federated Services, from lists of every cluster. */
  | { readonly kind: 'resync' }
  /** What is pending for a hosted zone. */
  | { readonly kind: 'zone'; readonly zoneId: string }
  /** What stands in a hosted zone, held against the ledger. */
  | { readonly kind: 'sweep'; readonly zoneId: string };

/** The work key of a federated Service. */
export const serviceWork = (service: ServiceKey): WorkKey => ({ kind: 'service', service });

/** The work key of all federated Services of a namespace. */
export const namespaceWork = (namespace: string): WorkKey => ({ kind: 'namespace', namespace });

/** The work key of the registered clusters. */
export const fleetWork: WorkKey = { kind: 'fleet' };

/** The work key of all federated Services. */
export const resyncWork: WorkKey = { kind: 'resync' };

/** The work key of a hosted zone, by its bare id. */
export const zoneWork = (zoneId: string): WorkKey => ({ kind: 'zone', zoneId });

/** The work key of a look at a whole hosted zone, by its bare id. */
export const sweepWork = (zoneId: string): WorkKey => ({ kind: 'sweep', zoneId });

/**
 * `service/<namespace>/<name>`, `namespace/<namespace>`, `fleet`, `resync`, `zone/<hosted zone id>` or `sweep/<hosted zone id>`: the body
 * of a queue message.
 */
export const formatWorkKey = (key: WorkKey): string => {
  switch (key.kind) {
    case 'service':
      return `service/${formatServiceKey(key.service)}`;
    case 'namespace':
      return `namespace/${key.namespace}`;
    case 'fleet':
    case 'resync':
      return key.kind;
    case 'zone':
      return `zone/${key.zoneId}`;
    case 'sweep':
      return `sweep/${key.zoneId}`;
  }
};

/** Reads what `formatWorkKey` writes; undefined if the text is of any other form. */
export const parseWorkKey = (text: string): WorkKey | undefined => {
  if (text === 'fleet') return fleetWork;
  if (text === 'resync') return resyncWork;
  const slash = text.indexOf('/');
  const kind = text.slice(0, slash);
  const rest = text.slice(slash + 1);
  if (kind === 'service') {
    const service = parseServiceKey(rest);
    return service === undefined ? undefined : serviceWork(service);
  }
  if (rest === '' || rest.includes('/')) return undefined;
  if (kind === 'namespace') return namespaceWork(rest);
  if (kind === 'zone') return zoneWork(rest);
  return kind === 'sweep' ? sweepWork(rest) : undefined;
};
