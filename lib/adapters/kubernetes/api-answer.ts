/** What an API server answered, whatever the status. */
export type ApiAnswer = {
  readonly status: number;
  readonly text: string;
  /** From the header `Retry-After`. */
  readonly retryAfterMs?: number;
};
