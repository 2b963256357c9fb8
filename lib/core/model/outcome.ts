import type { FailureKind } from './failure.ts';
import type { Ms } from './time.ts';

/** How one pass ended; `settle` turns it into the row's next state. */
export type Outcome =
  | {
      readonly kind: 'done';
      readonly lookAgainAfterMs?: Ms;
      readonly applied?: { readonly [cluster: string]: string };
    }
  | {
      readonly kind: 'failed';
      readonly failure: FailureKind;
      readonly message: string;
      readonly retryAfterMs?: Ms;
      readonly applied?: { readonly [cluster: string]: string };
    }
  /** The function's time ran out; what was done stays done. */
  | { readonly kind: 'deadline' };
