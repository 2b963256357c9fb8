/**
 * Waits until all starts have come to an end, then returns them all or throws the first failure, so that nothing
 * starts up behind a tear-down's back.
 */
export const startAll = async <T extends readonly unknown[]>(
  starts: {
    readonly [K in keyof T]: Promise<T[K]>;
  },
): Promise<T> => {
  await Promise.allSettled(starts);
  // Promise.all keeps the places of a tuple, which its type for mapped tuples does not say.
  return (await Promise.all(starts)) as unknown as T;
};
