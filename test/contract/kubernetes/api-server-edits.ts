import type { ServiceKey } from '../../../lib/core/model/service-key.ts';
import type { OtherClient } from './kubernetes-subject.ts';

/** One call of a Kubernetes API by the test itself. */
export type RestCall = {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly contentType?: string;
};

/** Sends a call and fails the test for every answer but success. */
export type Rest = (call: RestCall) => Promise<{
  readonly metadata: {
    readonly name: string;
    readonly finalizers?: string[];
    readonly labels?: { readonly [key: string]: string };
  };
}>;

/** Another client of an API server, with a field manager of its own. */
export const createOtherClient = (rest: Rest): OtherClient => {
  const merge = (key: ServiceKey, body: object, subresource = ''): Promise<unknown> =>
    rest({
      method: 'PATCH',
      path: `${pathOf(key)}${subresource}?fieldManager=other`,
      contentType: 'application/merge-patch+json',
      body,
    });
  return {
    create: async ({ key, spec, ...metadata }) => {
      await rest({
        method: 'POST',
        path: `/api/v1/namespaces/${key.namespace}/services?fieldManager=other`,
        body: {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: { name: key.name, ...metadata },
          spec,
        },
      });
    },
    label: async (key, label, value) => {
      await merge(key, { metadata: { labels: { [label]: value } } });
    },
    addFinalizer: async (key, finalizer) => {
      const { metadata } = await rest({ method: 'GET', path: pathOf(key) });
      await merge(key, { metadata: { finalizers: [...(metadata.finalizers ?? []), finalizer] } });
    },
    setIngress: async (key, ingress) => {
      await merge(key, { status: { loadBalancer: { ingress } } }, '/status');
    },
    remove: async (key) => {
      await rest({ method: 'DELETE', path: pathOf(key) });
    },
  };
};

const pathOf = (key: ServiceKey): string =>
  `/api/v1/namespaces/${key.namespace}/services/${key.name}`;
