import { ControllerError } from '../../../../lib/core/model/failure.ts';
import { formatServiceKey, type ServiceKey } from '../../../../lib/core/model/service-key.ts';

/** 422 of the API: the object would break a rule. */
export const invalid = (name: string, cause: string): ControllerError =>
  new ControllerError(
    'terminal',
    `Cannot write Service ${name}: Service "${name}" is invalid: ${cause}`,
    { fields: { status: 422 } },
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
export const namespaceTerminating = (cluster: string, namespace: string): ControllerError =>
  new ControllerError(
    'transient',
    `Cannot apply a Service in cluster ${cluster}: namespace ${namespace} is being terminated there`,
    { fields: { cluster, status: 403 } },
  );

/** The caller's signal fired. */
export const aborted = (): ControllerError =>
  new ControllerError('transient', 'Cannot finish the call: it was aborted', {
    fields: { aborted: true },
  });
