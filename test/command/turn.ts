/** Lets signals and timers have their turn between two parts of a long computation. Rejects with the reason if it is to end. */
export const turn = async (signal?: AbortSignal): Promise<void> => {
  await new Promise((resolve) => setImmediate(resolve));
  signal?.throwIfAborted();
};
