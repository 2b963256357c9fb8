import type { ZoneView } from '../../../../lib/core/model/hosted-zone.ts';
import type { KnownZone } from '../../../../lib/ports/known-zone.ts';
import { type Gate, through } from '../../gate.ts';

/** The zone that was found, in memory. */
export const createFakeKnownZone = (options: { readonly gate: Gate }): KnownZone => {
  let kept: ZoneView | undefined;
  return {
    read: () => through(options.gate, 'knownZone.read', () => kept),
    write: (view) =>
      through(options.gate, 'knownZone.write', () => {
        kept = view;
      }),
  };
};
