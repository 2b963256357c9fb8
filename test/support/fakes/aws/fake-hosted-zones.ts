import type { HostedZone } from '../../../../lib/core/model/hosted-zone.ts';
import type { HostedZones } from '../../../../lib/ports/hosted-zones.ts';
import { type Gate, through } from '../../gate.ts';

/** Hosted zones in memory, by the order of their creation. */
export type FakeHostedZones = HostedZones & {
  readonly all: () => readonly HostedZone[];
  /** Puts a zone as somebody else would; names may repeat, ids not. */
  readonly put: (zone: HostedZone) => void;
};

/** An account's hosted zones: a caller reference makes one zone only, names may repeat. */
export const createFakeHostedZones = (options: { readonly gate: Gate }): FakeHostedZones => {
  const zones: HostedZone[] = [];
  const references = new Set<string>();
  return {
    read: (zoneId) =>
      through(options.gate, 'hostedZones.read', () => zones.find(({ id }) => id === zoneId)),
    list: () => through(options.gate, 'hostedZones.list', () => [...zones]),
    create: (name, callerReference) =>
      through(options.gate, 'hostedZones.create', () => {
        if (references.has(callerReference)) return undefined;
        references.add(callerReference);
        const zone = { id: `ZNEW${references.size}`, name, isPrivate: false };
        zones.push(zone);
        return zone;
      }),
    all: () => [...zones],
    put: (zone) => zones.push(zone),
  };
};
