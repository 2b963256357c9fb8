import { ControllerError, type FailureKind } from '../../../../lib/core/model/failure.ts';
import { formatServiceKey, type ServiceKey } from '../../../../lib/core/model/service-key.ts';

/** 422 of the API: the object would break a rule. */
export const invalid = (name: string, cause: string): ControllerError =>
  new ControllerError(
    'terminal',
    `Cannot write Service ${name}: Service "${name}" is invalid: ${cause}`,
    { fields: { status: 422 } },
  );

/** 500 of the API: every node port is held. */
export const portsExhausted = (): ControllerError =>
  new ControllerError(
    'transient',
    'Cannot write Service: Internal error occurred: failed to allocate a nodePort: range is full',
    { fields: { status: 500 } },
  );

/** 409 of the API: the object moved on. */
export const movedOn = (key: ServiceKey): ControllerError =>
  new ControllerError(
    'conflict',
    `Cannot write Service ${formatServiceKey(key)}: Operation cannot be fulfilled on services "${key.name}": ` +
      'the object has been modified; please apply your changes to the latest version and try again',
    { fields: { status: 409 } },
  );

/** The connection failed. */
export const unreachable = (cluster: string): ControllerError =>
  new ControllerError('transient', `Cannot reach cluster ${cluster}: connection refused`, {
    fields: { cluster },
  });

/** 401 of the API. */
export const unauthorized = (cluster: string): ControllerError =>
  new ControllerError('terminal', `Cannot read cluster ${cluster}: Unauthorized`, {
    fields: { cluster, status: 401 },
  });

/** 403 of the API with cause `NamespaceTerminating`. */
export const namespaceTerminating = (cluster: string, key: ServiceKey): ControllerError =>
  new ControllerError(
    'transient',
    `Cannot apply Service ${formatServiceKey(key)} in cluster ${cluster}: the API server answered 403: services "${key.name}" is ` +
      `forbidden: unable to create new content in namespace ${key.namespace} because it is being terminated`,
    { fields: { cluster, status: 403, reason: 'NamespaceTerminating' } },
  );

/** 404 of the API, as the adapter tells it where it may not make the namespace. */
export const namespaceMissing = (cluster: string, key: ServiceKey): ControllerError =>
  new ControllerError(
    'terminal',
    `Cannot apply Service ${formatServiceKey(key)} in cluster ${cluster}: there is no namespace ${key.namespace}, and SEAMARK_CREATE_NAMESPACES is off`,
    { fields: { reason: 'NamespaceMissing' } },
  );

/** A write that the API refuses with this status and these words. */
export const refusedWrite = (
  verb: string,
  refusal: {
    readonly cluster: string;
    readonly key: ServiceKey;
    readonly status: number;
    readonly message: string;
  },
): ControllerError =>
  new ControllerError(
    kindOf(refusal.status),
    `Cannot ${verb} ${formatServiceKey(refusal.key)} in cluster ${refusal.cluster}: the API server answered ${refusal.status}: ${refusal.message}`,
    { fields: { status: refusal.status } },
  );

const kindOf = (status: number): FailureKind => {
  if (status === 409) return 'conflict';
  return status >= 500 ? 'transient' : 'terminal';
};

/** 429 of the API. */
export const throttled = (cluster: string, retryAfterMs: number | undefined): ControllerError =>
  new ControllerError(
    'throttled',
    `Cannot reach cluster ${cluster}: the API server answered 429: too many requests`,
    {
      fields: { cluster, status: 429, reason: 'TooManyRequests' },
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    },
  );

/** The caller's signal fired. */
export const aborted = (): ControllerError =>
  new ControllerError('transient', 'Cannot finish the call: it was aborted', {
    fields: { aborted: true },
  });
