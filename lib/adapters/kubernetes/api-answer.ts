/** What an API server answered, whatever the status. */
export type ApiAnswer = {
  readonly status: number;
  /** The body; that of a failure without the client's own credentials, should the server quote them. */
  readonly text: string;
  /** Characters that the body of a failure had as it came. */
  readonly length?: number;
  /** From the header `Content-Type` of a failure. */
  readonly contentType?: string;
  /** The server's certificate was not checked, as the operator wants it. */
  readonly unverified?: boolean;
  /** From the header `Retry-After`. */
  readonly retryAfterMs?: number;
};
