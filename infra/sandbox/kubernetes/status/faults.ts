import type { FieldError } from '../resource.ts';
import { type ApiError, failure, type StatusCause, type StatusDetails } from './api-error.ts';

/** A resource or kind with its group, as `schema.GroupResource` and `schema.GroupKind` print it. */
export type Qualified = { readonly group: string; readonly plural: string; readonly kind: string };

function qualify(name: string, group: string): string {
  return group === '' ? name : `${name}.${group}`;
}

function detailsOf(resource: Qualified, name: string): StatusDetails {
  return {
    ...(name === '' ? {} : { name }),
    ...(resource.group === '' ? {} : { group: resource.group }),
    kind: resource.plural,
  };
}

/** 404 for an object that does not exist. Source: `errors.NewNotFound`. */
export function notFound(resource: Qualified, name: string): ApiError {
  const text = `${qualify(resource.plural, resource.group)} "${name}" not found`;
  return failure(404, 'NotFound', text, detailsOf(resource, name));
}

/** 404 for a path or resource that is not served. Source: `errors.NewGenericServerResponse`. */
export function unknownPath(): ApiError {
  return failure(404, 'NotFound', 'the server could not find the requested resource', {});
}

/** 409 for a create of an object that exists, or is on its way out. Source: `errors.NewAlreadyExists`, `Store.Create`. */
export function alreadyExists(resource: Qualified, name: string, isDeleting = false): ApiError {
  const way = isDeleting ? 'object is being deleted: ' : '';
  const text = `${way}${qualify(resource.plural, resource.group)} "${name}" already exists`;
  return failure(409, 'AlreadyExists', text, detailsOf(resource, name));
}

/** 409 for a write whose precondition no longer holds. Source: `errors.NewConflict`. */
export function conflict(resource: Qualified, name: string, reason: string): ApiError {
  const target = qualify(resource.plural, resource.group);
  const text = `Operation cannot be fulfilled on ${target} "${name}": ${reason}`;
  return failure(409, 'Conflict', text, detailsOf(resource, name));
}

/** The reason of a 409 whose resourceVersion is stale. Source: `registry.OptimisticLockErrorMsg`. */
export const MODIFIED_MEANWHILE =
  'the object has been modified; please apply your changes to the latest version and try again';

/** 409 for a server-side apply that others own fields of. Source: `errors.NewApplyConflict`. */
export function applyConflict(causes: readonly StatusCause[], text: string): ApiError {
  return failure(409, 'Conflict', text, { causes });
}

/** 403 with the causes that admission gives. Source: `errors.NewForbidden`. */
export function forbidden(
  resource: Qualified,
  name: string,
  reason: string,
  causes?: readonly StatusCause[],
): ApiError {
  const target = qualify(resource.plural, resource.group);
  const text = `${target}${name === '' ? '' : ` "${name}"`} is forbidden: ${reason}`;
  return failure(403, 'Forbidden', text, {
    ...detailsOf(resource, name),
    ...(causes === undefined ? {} : { causes }),
  });
}

/** The kind that a fault of an object is told of: the one that is stored. */
export function faultyKind({
  group,
  kind,
  storedAs,
}: {
  readonly group: string;
  readonly kind: string;
  readonly storedAs?: { readonly group: string };
}): { readonly group: string; readonly kind: string } {
  return { group: storedAs?.group ?? group, kind };
}

/** 422 with a cause a fault. Source: `errors.NewInvalid` and the aggregate text of `field.ErrorList`. */
export function invalid(
  kind: { readonly group: string; readonly kind: string },
  name: string,
  errors: readonly FieldError[],
): ApiError {
  const texts = [...new Set(errors.map(({ field, message }) => `${field}: ${message}`))];
  const all = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  const target = qualify(kind.kind, kind.group);
  return failure(422, 'Invalid', `${target} "${name}" is invalid: ${all}`, {
    ...(name === '' ? {} : { name }),
    ...(kind.group === '' ? {} : { group: kind.group }),
    ...(kind.kind === '' ? {} : { kind: kind.kind }),
    causes: errors.map(({ reason, message, field }) => ({
      ...(reason === '' ? {} : { reason }),
      message,
      field,
    })),
  });
}

/** The fault of a dryRun option with another value than All. Source: `ValidateDryRun` of apimachinery. */
export function dryRunErrors(dryRun: readonly string[]): readonly FieldError[] {
  if (dryRun.every((entry) => entry === 'All')) return [];
  const list = dryRun.map((entry) => JSON.stringify(entry)).join(',');
  return [
    {
      reason: 'FieldValueNotSupported',
      field: 'dryRun',
      message: `Unsupported value: [${list}]: supported values: "All"`,
    },
  ];
}

/** 400. Source: `errors.NewBadRequest`. */
export function badRequest(reason: string): ApiError {
  return failure(400, 'BadRequest', reason);
}

/** 401 for an unknown bearer token. Source: `errors.NewUnauthorized`. */
export function unauthorized(): ApiError {
  return failure(401, 'Unauthorized', 'Unauthorized');
}

/** 405 for a method that the path has no route for. Source: `errors.NewGenericServerResponse`. */
export function methodNotAllowed(): ApiError {
  const text = 'the server does not allow this method on the requested resource';
  return failure(405, 'MethodNotAllowed', text, {});
}

/** 405 for a create of a custom resource whose definition is being deleted. Source: apiextensions-apiserver. */
export function createWhileTerminating({ group, plural }: Qualified): ApiError {
  const text = 'create not allowed while custom resource definition is terminating';
  return failure(405, 'MethodNotAllowed', text, { group, kind: plural });
}

/** 406 for an Accept header without a form that the server writes. Source: `negotiation.NewNotAcceptableError`. */
export function notAcceptable(accepted: readonly string[]): ApiError {
  const text = `only the following media types are accepted: ${accepted.join(', ')}`;
  return failure(406, 'NotAcceptable', text);
}

/** 406 for an Accept header of which a route knows no type. Source: `go-restful`. */
export function notAcceptableRoute(available: readonly string[]): ApiError {
  const text = `406: Not Acceptable\n\nAvailable representations: ${available.join(', ')}`;
  return failure(406, 'NotAcceptable', text, {});
}

/** 413 for a body beyond the limit. Source: `errors.NewRequestEntityTooLargeError`. */
export function bodyTooLarge(limitBytes: number): ApiError {
  const text = `Request entity too large: limit is ${limitBytes}`;
  return failure(413, 'RequestEntityTooLarge', text);
}

/** 415 for a body in a form that the server does not read. Source: `negotiation.NewUnsupportedMediaTypeError`. */
export function unsupportedMediaType(accepted: readonly string[]): ApiError {
  const text = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return failure(415, 'UnsupportedMediaType', text);
}

/** 410 for a resourceVersion that history no longer holds. Source: `errors.NewResourceExpired`. */
export function expired(message: string): ApiError {
  return failure(410, 'Expired', message);
}

/** 504 for a resourceVersion that is still to come. Source: `storage.NewTooLargeResourceVersionError`. */
export function tooLargeRevision(asked: number, current: number): ApiError {
  const message = `Too large resource version: ${asked}, current: ${current}`;
  return failure(504, 'Timeout', `Timeout: ${message}`, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds: 1,
  });
}
