import type { StoreEvent } from '../storage/history.ts';
import type { Store } from '../storage/store.ts';

/** A controller that is told of writes in a later turn, as one that watches the API would be; `stop` ends it. */
export type Reactor = { readonly stop: () => void };

/** Runs `react` on the events of each turn, in order, until stopped. */
export function startReactor(
  store: Store,
  react: (events: readonly StoreEvent[]) => void,
): Reactor {
  let waiting: StoreEvent[] = [];
  let scheduled: NodeJS.Immediate | undefined;
  const run = (): void => {
    scheduled = undefined;
    const events = waiting;
    waiting = [];
    react(events);
  };
  const unsubscribe = store.subscribe((event) => {
    waiting.push(event);
    scheduled ??= setImmediate(run);
  });
  return {
    stop: () => {
      unsubscribe();
      clearImmediate(scheduled);
    },
  };
}
