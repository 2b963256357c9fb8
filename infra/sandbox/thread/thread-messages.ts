/** An error as it crosses the border of a thread, which keeps no `code`. */
export type ThreadFailure = { readonly message: string; readonly code?: string };

/** What a thread's owner asks of it, by one of the names that it serves. */
export type ThreadOrder = { readonly id: number; readonly name: string };

/** What a thread says: first `ready` or `failed`, then one `done` or `refused` an order, and `heard` at any time. */
export type ThreadReport<Ready, Heard> =
  | { readonly kind: 'ready'; readonly ready: Ready }
  | { readonly kind: 'failed'; readonly failure: ThreadFailure }
  | { readonly kind: 'done'; readonly id: number }
  | { readonly kind: 'refused'; readonly id: number; readonly failure: ThreadFailure }
  | { readonly kind: 'heard'; readonly heard: Heard };
