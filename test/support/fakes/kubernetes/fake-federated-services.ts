import type { ServiceObject } from '../../../../lib/core/model/service-object.ts';
import type {
  FederatedServices,
  ServiceMetadataPatch,
  ServiceStatusPatch,
} from '../../../../lib/ports/federated-services.ts';
import { type Gate, through } from '../../gate.ts';
import type { ClusterState } from './fake-world.ts';
import { pageOf } from './list-page.ts';

/** The port over the host's Services. */
export const createFakeFederatedServices = (
  { gate, pageSize }: { readonly gate: Gate; readonly pageSize: number },
  host: ClusterState,
): FederatedServices => ({
  read: (key, signal) =>
    through(gate, 'federatedServices.read', () => {
      host.admit(signal);
      return host.handle.get(key);
    }),
  list: (options, signal) =>
    through(gate, 'federatedServices.list', () => {
      host.admit(signal);
      return pageOf(host.handle.after, options, { size: pageSize });
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
