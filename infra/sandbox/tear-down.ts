/** What was started, so that it can be ended in the opposite order. */
export type TearDown = {
  readonly add: (end: () => Promise<void> | void) => void;
  /**
   * Ends everything, the last first, even if something fails on the way; then throws the first failure. A second call
   * waits for the first.
   */
  readonly run: () => Promise<void>;
};

/** An empty tear-down. */
export const createTearDown = (): TearDown => {
  const ends: (() => Promise<void> | void)[] = [];
  let running: Promise<void> | undefined;
  const runAll = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
      try {
        await end();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0)
      throw new Error('Cannot end the sandbox cleanly', { cause: failures[0] });
  };
  return {
    add: (end) => {
      ends.push(end);
    },
    run: () => {
      running ??= runAll();
      return running;
    },
  };
};
