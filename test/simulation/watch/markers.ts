import type { PendingMarker } from '../../../lib/core/model/ledger-entry.ts';
import { formatServiceKey } from '../../../lib/core/model/service-key.ts';
import { type Earth, zoneId } from '../earth.ts';
import type { Onlooker } from '../invocation.ts';

/** A marker goes only once the version that it is for, or a later one, is published, and never back to an older one. */
export const watchMarkers =
  (ground: Pick<Earth, 'ledger'>, fault: (words: string) => void): Onlooker =>
  (call, _args, by) => {
    if (!/Ledger\.(markPending|clearPending)$/.test(call)) return undefined;
    const before = ground.ledger.markers(zoneId);
    return () => {
      for (const marker of before) {
        const trouble = troubleWith(marker, ground);
        if (trouble !== undefined) fault(`${call} of ${by.name}: ${trouble}`);
      }
    };
  };

const troubleWith = (
  before: PendingMarker,
  { ledger }: Pick<Earth, 'ledger'>,
): string | undefined => {
  const name = formatServiceKey(before.key);
  const isSame = ({ key }: Pick<PendingMarker, 'key'>): boolean => formatServiceKey(key) === name;
  const now = ledger.markers(zoneId).find(isSame)?.version;
  if (now !== undefined) {
    return now < before.version ? `the marker of ${name} fell to version ${now}` : undefined;
  }
  const published = ledger.entries().find(isSame)?.appliedVersion;
  return published !== undefined && published >= before.version
    ? undefined
    : `the marker of ${name} for version ${before.version} went, and ${published} is published`;
};
