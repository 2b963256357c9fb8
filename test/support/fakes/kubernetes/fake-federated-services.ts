import { ControllerError } from '../../../../lib/core/model/failure.ts';
import { formatServiceKey } from '../../../../lib/core/model/service-key.ts';
import type { ServiceObject } from '../../../../lib/core/model/service-object.ts';
import type {
  FederatedServices,
  ServiceMetadataPatch,
  ServiceStatusPatch,
} from '../../../../lib/ports/federated-services.ts';
import { type Gate, through } from '../../gate.ts';
import type { ClusterState } from './fake-world.ts';

const pageSize = 500;

/** The port over the host's Services. */
export const createFakeFederatedServices = (gate: Gate, host: ClusterState): FederatedServices => ({
  read: (key, signal) =>
    through(gate, 'federatedServices.read', () => {
      host.admit(signal);
      return host.handle.get(key);
    }),
  list: (options, signal) =>
    through(gate, 'federatedServices.list', () => {
      host.admit(signal);
      const matches = parseSelector(options.labelSelector);
      const from = options.next ?? '';
      const rest = host.handle
        .all()
        .filter(({ key }) => (options.namespace ?? key.namespace) === key.namespace)
        .filter(({ key, labels }) => formatServiceKey(key) > from && matches(labels));
      const items = rest.slice(0, pageSize);
      const last = items.at(-1);
      return last !== undefined && rest.length > pageSize
        ? { items, next: formatServiceKey(last.key) }
        : { items };
    }),
  patchMetadata: (key, patch, signal) =>
    through(gate, 'federatedServices.patchMetadata', () => {
      host.admit(signal);
      const { resourceVersion } = patch;
      return host.seamark.patch(key, { resourceVersion }, (now) => withMetadata(now, patch));
    }),
  patchStatus: (key, patch, signal) =>
    through(gate, 'federatedServices.patchStatus', () => {
      host.admit(signal);
      const { resourceVersion } = patch;
      return host.seamark.patch(key, { resourceVersion }, (now) => withStatus(now, patch));
    }),
});

const withMetadata = (now: ServiceObject, patch: ServiceMetadataPatch): ServiceObject => {
  const annotations = { ...now.annotations, ...patch.annotations };
  return {
    ...now,
    finalizers: patch.finalizers ?? now.finalizers,
    annotations: Object.fromEntries(
      Object.entries(annotations).filter((entry): entry is [string, string] => entry[1] !== null),
    ),
  };
};

const withStatus = (now: ServiceObject, patch: ServiceStatusPatch): ServiceObject => ({
  ...now,
  ingress: patch.ingress ?? now.ingress,
  conditions: patch.conditions ?? now.conditions,
});

type Match = (labels: { readonly [key: string]: string }) => boolean;

const parseSelector = (text: string): Match => {
  const requirements = text === '' ? [] : text.split(',').map(parseRequirement);
  return (labels) => requirements.every((matches) => matches(labels));
};

const parseRequirement = (text: string): Match => {
  const form = /^(!?)([A-Za-z0-9./_-]+)(?:(==?|!=)([A-Za-z0-9._-]*))?$/.exec(text.trim());
  if (!form)
    throw new ControllerError(
      'terminal',
      `Cannot list Services: unable to parse requirement "${text}" (this server knows =, ==, != and existence)`,
    );
  const [, not, key = '', operator, value] = form;
  if (operator === undefined) return (labels) => key in labels === (not !== '!');
  return (labels) => (labels[key] === value) === (operator !== '!=');
};
