/**
 * Runs every step in turn, whatever becomes of those before it.
 *
 * @throws AggregateError with all that failed
 */
export const closeAll = async (
  steps: readonly (() => Promise<unknown> | undefined)[],
): Promise<void> => {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) {
    const reasons = failures.map(String).join('; ');
    throw new AggregateError(failures, `Cannot remove all that the tests made: ${reasons}`);
  }
};
