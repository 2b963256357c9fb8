/** What an API server answered, whatever the status. */
export type ApiAnswer = {
  readonly status: number;
  readonly text: string;
  /** The server's certificate was not checked, as the operator wants it. */
  readonly unverified?: boolean;
  /** From the header `Retry-After`. */
  readonly retryAfterMs?: number;
};
