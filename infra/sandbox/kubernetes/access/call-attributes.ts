import type { Call } from '../verbs/call.ts';
import { type Attributes, selectedName } from './attributes.ts';

/** The attributes of a request that has been routed, or that one of the cluster's own controllers makes. */
export function attributesOfCall(
  call: Pick<Call, 'verb' | 'resource' | 'subresource' | 'namespace' | 'name' | 'query'>,
): Attributes {
  const { verb, resource, subresource, namespace, name, query } = call;
  const isNamespace = resource.group === '' && resource.plural === 'namespaces';
  const many = verb === 'list' || verb === 'watch';
  return {
    kind: 'resource',
    verb,
    group: resource.group,
    resource: resource.plural,
    subresource,
    namespace: isNamespace ? name : namespace,
    name: many ? selectedName(query) : name,
  };
}
