import { bounds, choices, defaults } from './bounds.ts';
import { eitherOr, orElse, share, within } from './fields.ts';
import type { Rule, Values } from './load.ts';

/** How the health of clusters is judged, and what happens to those that are dark or leave. */
export const ruleFields = {
  SEAMARK_LEAVE_POLICY: eitherOr(choices.leavePolicy),
  SEAMARK_PROBE_FAILURES: within(bounds.probeFailures),
  SEAMARK_PROBE_SUCCESSES: within(bounds.probeSuccesses),
  SEAMARK_OFFLINE_POLICY: eitherOr(choices.offlinePolicy),
  SEAMARK_WITHDRAW_FAILURES: within(bounds.withdrawFailures),
  SEAMARK_WITHDRAW_LOOKS: within(bounds.withdrawLooks),
  SEAMARK_WITHDRAW_SHARE: orElse(share, String(defaults.withdrawShare)),
};

type RuleValues = Values<typeof ruleFields>;

/** Out of fewer looks than must have failed nothing would ever be withdrawn. */
export const enoughLooks: Rule<RuleValues> = {
  of: ['SEAMARK_WITHDRAW_FAILURES', 'SEAMARK_WITHDRAW_LOOKS'],
  fault: (values) =>
    values.SEAMARK_WITHDRAW_FAILURES > values.SEAMARK_WITHDRAW_LOOKS
      ? 'SEAMARK_WITHDRAW_FAILURES is more than SEAMARK_WITHDRAW_LOOKS, so nothing would ever be withdrawn'
      : undefined,
};

/** The rules of the health looks. */
export const healthRules = (values: RuleValues) => ({
  thresholds: {
    failures: values.SEAMARK_PROBE_FAILURES,
    successes: values.SEAMARK_PROBE_SUCCESSES,
  },
  withdrawal: {
    policy: values.SEAMARK_OFFLINE_POLICY,
    failures: values.SEAMARK_WITHDRAW_FAILURES,
    looks: values.SEAMARK_WITHDRAW_LOOKS,
    share: values.SEAMARK_WITHDRAW_SHARE,
  },
});
