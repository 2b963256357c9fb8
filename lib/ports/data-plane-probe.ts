/** Tries the addresses that clusters publish, as a client of the Services would. */
export type DataPlaneProbe = {
  /**
   * Opens a TCP connection and closes it at once: `open` if somebody took it, `closed` if nobody did in time, `unknown` for whatever
   * says nothing about the target, such as a signal that fired. Never throws.
   */
  readonly connect: (
    target: { readonly address: string; readonly port: number },
    signal?: AbortSignal,
  ) => Promise<'open' | 'closed' | 'unknown'>;
};
