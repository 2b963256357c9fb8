import * as v from 'valibot';
import { orElse, share, whole } from './fields.ts';
import type { Values } from './load.ts';

/** How the health of clusters is judged, and what happens to those that are dark or leave. */
export const ruleFields = {
  SEAMARK_LEAVE_POLICY: orElse(
    v.picklist(['keep', 'remove'], 'is neither keep nor remove'),
    'keep',
  ),
  SEAMARK_PROBE_FAILURES: orElse(whole(1, 100), '3'),
  SEAMARK_PROBE_SUCCESSES: orElse(whole(1, 100), '1'),
  SEAMARK_OFFLINE_POLICY: orElse(
    v.picklist(['preserve', 'withdraw'], 'is neither preserve nor withdraw'),
    'preserve',
  ),
  SEAMARK_WITHDRAW_FAILURES: orElse(whole(1, 100), '3'),
  SEAMARK_WITHDRAW_LOOKS: orElse(whole(1, 100), '5'),
  SEAMARK_WITHDRAW_SHARE: orElse(share, '0.5'),
};

/** The rules of the health looks. Throws if they contradict each other. */
export const healthRules = (values: Values<typeof ruleFields>) => {
  const { SEAMARK_WITHDRAW_FAILURES: failures, SEAMARK_WITHDRAW_LOOKS: looks } = values;
  if (failures > looks) {
    throw new Error(
      'Cannot start: SEAMARK_WITHDRAW_FAILURES is more than SEAMARK_WITHDRAW_LOOKS, so nothing would ever be withdrawn',
    );
  }
  return {
    thresholds: {
      failures: values.SEAMARK_PROBE_FAILURES,
      successes: values.SEAMARK_PROBE_SUCCESSES,
    },
    withdrawal: {
      policy: values.SEAMARK_OFFLINE_POLICY,
      failures,
      looks,
      share: values.SEAMARK_WITHDRAW_SHARE,
    },
  };
};
