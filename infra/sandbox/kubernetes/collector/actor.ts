import { userOf } from '../access/user.ts';
import type { Dispatch } from '../audit/audited.ts';
import { apiVersionOf } from '../catalog/catalog.ts';
import type { JsonObject, KubeObject, Resource } from '../resource.ts';
import { ApiError } from '../status/api-error.ts';
import type { Call, Verb } from '../verbs/call.ts';
import type { Subresource } from '../verbs/engine.ts';

/** What a controller asks of the API, under its own name. Requests that come too late (404, 409) do nothing. */
export type Actor = {
  readonly remove: (resource: Resource, object: KubeObject, options: JsonObject) => void;
  readonly removeAll: (resource: Resource, namespace: string, options: JsonObject) => void;
  readonly patch: (resource: Resource, object: KubeObject, patch: JsonObject) => void;
  readonly put: (resource: Resource, subresource: Subresource, object: KubeObject) => void;
};

type Request = {
  readonly verb: Verb;
  readonly resource: Resource;
  readonly subresource?: Subresource;
  readonly namespace: string;
  readonly name: string;
  readonly contentType?: string;
  readonly body: unknown;
};

/** Builds an actor of kube-controller-manager that acts as one of its service accounts. */
export function createActor(dispatch: Dispatch, account: string): Actor {
  const send = (request: Request): void => {
    try {
      dispatch(callOf(request, account));
    } catch (error) {
      const late = error instanceof ApiError && (error.code === 404 || error.code === 409);
      if (!late) throw error;
    }
  };
  return {
    remove: (resource, { metadata }, options) =>
      send({
        verb: 'delete',
        resource,
        namespace: metadata.namespace ?? '',
        name: metadata.name,
        body: { kind: 'DeleteOptions', apiVersion: 'v1', ...options },
      }),
    removeAll: (resource, namespace, options) =>
      send({
        verb: 'deletecollection',
        resource,
        namespace,
        name: '',
        body: { kind: 'DeleteOptions', apiVersion: 'v1', ...options },
      }),
    patch: (resource, { metadata }, patch) =>
      send({
        verb: 'patch',
        resource,
        namespace: metadata.namespace ?? '',
        name: metadata.name,
        contentType: 'application/merge-patch+json',
        body: patch,
      }),
    put: (resource, subresource, object) =>
      send({
        verb: 'update',
        resource,
        subresource,
        namespace: object.metadata.namespace ?? '',
        name: object.metadata.name,
        body: object,
      }),
  };
}

function callOf(request: Request, account: string): Call {
  const { verb, resource, subresource = '', namespace, name } = request;
  const root = resource.group === '' ? '/api' : '/apis';
  const scope = namespace === '' ? '' : `/namespaces/${namespace}`;
  const rest = [name, subresource].filter((part) => part !== '').map((part) => `/${part}`);
  return {
    verb,
    resource,
    subresource,
    namespace,
    name,
    query: new URLSearchParams(),
    uri: `${root}/${apiVersionOf(resource)}${scope}/${resource.plural}${rest.join('')}`,
    contentType: request.contentType ?? 'application/json',
    body: JSON.stringify(request.body),
    user: userOf(`system:serviceaccount:kube-system:${account}`),
    userAgent: `kube-controller-manager/v1.34.2 (linux/amd64) kubernetes/8cc511e/${account}`,
  };
}
