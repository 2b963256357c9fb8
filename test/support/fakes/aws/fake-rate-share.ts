import { longestReservedMs } from '../../../../lib/core/model/reserved-rate.ts';
import type { RateShare } from '../../../../lib/ports/rate-share.ts';
import { type Gate, through } from '../../gate.ts';

/** A share of a request rate in memory. */
export const createFakeRateShare = (options: { readonly gate: Gate }): RateShare => {
  let until = Number.NEGATIVE_INFINITY;
  return {
    reserve: (spanMs, now) =>
      through(options.gate, 'rateShare.reserve', () => {
        const start = until > now && until <= now + longestReservedMs ? until : now;
        until = start + spanMs;
        return start;
      }),
  };
};
