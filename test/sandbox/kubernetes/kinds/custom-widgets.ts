import { resourceFromDefinition } from '../../../../infra/sandbox/kubernetes/kinds/custom.ts';
import type { Resource } from '../../../../infra/sandbox/kubernetes/resource.ts';

/** What a version of the widgets states. */
type Version = {
  readonly schema: object;
  readonly subresources?: object;
  readonly additionalPrinterColumns?: readonly object[];
};

/** The resource `widgets.example.com` of one version. */
export function widgetsOf({ schema, ...stated }: Version): Resource {
  const version = { name: 'v1', served: true, storage: true, ...stated };
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: 'widgets.example.com',
      uid: '00000000-0000-4000-8000-000000000002',
      resourceVersion: '3',
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ ...version, schema: { openAPIV3Schema: schema } }],
    },
  };
  return resourceFromDefinition(definition, 'v1');
}
