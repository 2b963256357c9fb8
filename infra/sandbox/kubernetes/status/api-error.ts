import type { JsonObject } from '../resource.ts';

/** One entry of `metav1.StatusDetails.causes`. */
export type StatusCause = {
  /** Absent where a fault has none, as those of the allocators. */
  readonly reason?: string;
  readonly message: string;
  readonly field?: string;
};

/** The fields of `metav1.StatusDetails` that the server fills. */
export type StatusDetails = {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  readonly retryAfterSeconds?: number;
};

/** A `metav1.Status` as the API answers it. */
export type Status = {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata: JsonObject;
  readonly status: 'Success' | 'Failure';
  readonly message?: string;
  readonly reason?: string;
  readonly details?: StatusDetails;
  readonly code?: number;
};

/** A refusal that reaches the client as a `metav1.Status` with its HTTP code. */
export class ApiError extends Error {
  readonly status: Status;
  readonly code: number;

  constructor(status: Status) {
    super(status.message);
    this.name = 'ApiError';
    this.code = status.code ?? 500;
    this.status = status;
  }
}

/** Builds the refusal with a code, a reason (may be empty), a message and details. */
export function failure(
  code: number,
  reason: string,
  message: string,
  details?: StatusDetails,
): ApiError {
  return new ApiError({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    ...(reason === '' ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code,
  });
}

/** The Status of any thrown value: an ApiError's own, else a 500 as `responsewriters.ErrorToAPIStatus` gives it. */
export function statusOf(error: unknown): Status {
  if (error instanceof ApiError) return error.status;
  const message = error instanceof Error ? error.message : String(error);
  return failure(500, 'InternalError', `Internal error occurred: ${message}`, {
    causes: [{ message }],
  }).status;
}

/** A Status that says a request succeeded, with the removed object's name, kind and uid. */
export function successStatus(details: StatusDetails): Status {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
}
