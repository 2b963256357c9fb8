import type { InvocationError } from './invoke-result.ts';

/** Handed to the worker at its birth. */
export interface WorkerSettings {
  readonly handlerFile: string;
}

/** One invocation, as the environment's owner asks for it. */
export interface InvokeMessage {
  readonly requestId: string;
  readonly traceId: string;
  readonly functionArn: string;
  /** The event as JSON text. */
  readonly event: string;
  readonly remainingMs: number;
}

/** What the worker says: first `ready` or `init-failed`, then one answer an invocation, `crashed` at any time. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'init-failed'; readonly error: InvocationError }
  | { readonly kind: 'response'; readonly body: string }
  | { readonly kind: 'failed'; readonly error: InvocationError }
  | { readonly kind: 'crashed'; readonly error: InvocationError };
