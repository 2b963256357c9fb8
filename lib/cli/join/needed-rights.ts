import * as v from 'valibot';
import { readManifests } from '../manifests/read-manifests.ts';

/** One thing that Seamark does in a member. Source: `authorization.k8s.io/v1` ResourceAttributes and NonResourceAttributes. */
export type Right =
  | {
      readonly kind: 'resource';
      readonly verb: string;
      readonly group: string;
      readonly resource: string;
      readonly subresource: string;
    }
  | { readonly kind: 'path'; readonly verb: string; readonly path: string };

const texts = v.optional(v.array(v.string()), []);
const roleSchema = v.object({
  rules: v.array(
    v.object({ verbs: texts, apiGroups: texts, resources: texts, nonResourceURLs: texts }),
  ),
});

/** Everything that the role of members allows (infra/manifests/member-rbac.yaml), in the order of its rules. */
export const neededRights = async (): Promise<readonly Right[]> => {
  const documents = await readManifests('member-rbac.yaml');
  const role = documents.find((document) => document.get('kind') === 'ClusterRole');
  return v
    .parse(roleSchema, role?.toJS())
    .rules.flatMap((rule) => [
      ...rule.apiGroups.flatMap((group) =>
        rule.resources.flatMap((target) =>
          rule.verbs.map((verb) => onResource(verb, group, target)),
        ),
      ),
      ...rule.nonResourceURLs.flatMap((path) =>
        rule.verbs.map((verb) => ({ kind: 'path' as const, verb, path })),
      ),
    ]);
};

const onResource = (verb: string, group: string, target: string): Right => {
  const [resource = '', subresource = ''] = target.split('/');
  return { kind: 'resource', verb, group, resource, subresource };
};

/** A right in words, such as `list endpointslices.discovery.k8s.io`. */
export const rightWords = (right: Right): string => {
  if (right.kind === 'path') return `${right.verb} ${right.path}`;
  const { verb, group, resource, subresource } = right;
  const target = subresource === '' ? resource : `${resource}/${subresource}`;
  return group === '' ? `${verb} ${target}` : `${verb} ${target}.${group}`;
};
