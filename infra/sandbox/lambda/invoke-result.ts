/** What the service reports of a function that failed: the runtime's error, or the platform's own. */
export interface InvocationError {
  readonly errorType: string;
  readonly errorMessage: string;
  /** Stack lines; the platform's own errors have none. */
  readonly trace?: readonly string[];
}

/** Outcome of a synchronous invocation, as the Lambda `Invoke` operation tells it. */
export type InvokeResult =
  | { readonly kind: 'ok'; readonly requestId: string; readonly payload: unknown }
  | {
      readonly kind: 'error';
      readonly requestId: string;
      readonly functionError: 'Unhandled';
      readonly payload: InvocationError;
    }
  /** `TooManyRequestsException`: every allowed environment is busy. */
  | { readonly kind: 'throttled'; readonly message: string }
  /** `RequestTooLargeException`: the event is above 6 MB. */
  | { readonly kind: 'too-large'; readonly message: string };
