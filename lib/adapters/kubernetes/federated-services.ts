import { formatServiceKey, type ServiceKey } from '../../core/model/service-key.ts';
import type { ServiceObject } from '../../core/model/service-object.ts';
import type { FederatedServices } from '../../ports/federated-services.ts';
import { type ApiCall, type ApiClient, expectJson } from './api-client.ts';
import { fieldManager, servicePath } from './api-paths.ts';
import { saysAbsent } from './api-status.ts';
import { listServices } from './list-services.ts';
import { translateService } from './translate-service.ts';

/** The Services of the host cluster, over its API. */
export const createFederatedServices = (host: ApiClient): FederatedServices => {
  const patch = (key: ServiceKey, path: string, body: object, signal: AbortSignal | undefined) =>
    askForService(host, key, {
      what: `update Service ${formatServiceKey(key)}`,
      method: 'PATCH',
      path,
      query: { fieldManager },
      contentType: 'application/merge-patch+json',
      body,
      signal,
    });
  return {
    read: (key, signal) =>
      askForService(host, key, {
        what: `read Service ${formatServiceKey(key)}`,
        method: 'GET',
        path: servicePath(key),
        signal,
      }),
    list: (options, signal) => listServices(host, options, signal),
    patchMetadata: async (key, { resourceVersion, finalizers, annotations }, signal) => {
      const metadata = { resourceVersion, finalizers, annotations };
      const stored = await patch(key, servicePath(key), { metadata }, signal);
      // The API answers with the object as it was when its last finalizer went.
      const gone = stored?.deletionTimestamp !== undefined && stored.finalizers.length === 0;
      return gone ? undefined : stored;
    },
    patchStatus: (key, { resourceVersion, ingress, conditions }, signal) => {
      const loadBalancer = ingress === undefined ? undefined : { ingress };
      const body = { metadata: { resourceVersion }, status: { loadBalancer, conditions } };
      return patch(key, `${servicePath(key)}/status`, body, signal);
    },
  };
};

/** Sends a call that answers with a Service; undefined if the API has none of that name. */
const askForService = async (
  client: ApiClient,
  key: ServiceKey,
  call: ApiCall,
): Promise<ServiceObject | undefined> => {
  const answer = await client.send(call);
  if (saysAbsent(answer, 'services', key.name)) return undefined;
  return translateService(expectJson(client, call, answer), `${call.what} ${client.place}`);
};
