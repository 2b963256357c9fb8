import { type Bag, bagOf, bagsOf, textOf } from '../kinds/object/json-access.ts';
import type { KubeObject } from '../resource.ts';
import type { Store } from '../storage/store.ts';
import { type PolicyRule, ruleOf } from './rules.ts';
import type { User } from './user.ts';

/** A rule that a user has, and the words for where it comes from. */
export type BoundRule = { readonly rule: PolicyRule; readonly source: string };

/** The rules that apply to a user, and why some could not be found. */
export type BoundRules = {
  readonly rules: readonly BoundRule[];
  readonly faults: readonly string[];
};

const GROUP = 'rbac.authorization.k8s.io';
const ROLES: ReadonlyMap<string, string> = new Map([
  ['ClusterRole', 'clusterroles'],
  ['Role', 'roles'],
]);

/**
 * Finds the rules of a user cluster-wide and, unless it is empty, in a namespace.
 * Source: `DefaultRuleResolver.VisitRulesFor` of registry/rbac/validation.
 */
export function boundRules(store: Store, user: User, namespace: string): BoundRules {
  const everywhere = store.list(`${GROUP}/clusterrolebindings`, {});
  const here = namespace === '' ? [] : store.list(`${GROUP}/rolebindings`, { namespace });
  const found = [
    ...everywhere.map((binding) => rulesOfBinding(store, user, binding, '')),
    ...here.map((binding) => rulesOfBinding(store, user, binding, namespace)),
  ];
  return {
    rules: found.flatMap(({ rules }) => rules),
    faults: found.flatMap(({ faults }) => faults),
  };
}

function rulesOfBinding(
  store: Store,
  user: User,
  binding: KubeObject,
  namespace: string,
): BoundRules {
  const subject = bagsOf(binding['subjects']).find((one) => appliesTo(one, user, namespace));
  if (subject === undefined) return { rules: [], faults: [] };
  const roleRef = bagOf(binding['roleRef']);
  const role = findRole(store, roleRef, namespace);
  if ('fault' in role) return { rules: [], faults: [role.fault] };
  const name = namespace === '' ? binding.metadata.name : `${binding.metadata.name}/${namespace}`;
  const source = `${binding.kind} ${JSON.stringify(name)} of ${roleRef['kind']} ${JSON.stringify(roleRef['name'])} to ${described(subject, namespace)}`;
  return { rules: role.rules.map((rule) => ({ rule, source })), faults: [] };
}

function appliesTo(subject: Bag, { username, groups }: User, namespace: string): boolean {
  const name = textOf(subject['name']) ?? '';
  switch (subject['kind']) {
    case 'User':
      return username === name;
    case 'Group':
      return groups.includes(name);
    case 'ServiceAccount': {
      const of = textOf(subject['namespace']) ?? namespace;
      return of !== '' && username === `system:serviceaccount:${of}:${name}`;
    }
    default:
      return false;
  }
}

function described(subject: Bag, namespace: string): string {
  const name = textOf(subject['name']) ?? '';
  const isAccount = subject['kind'] === 'ServiceAccount';
  const shown = isAccount ? `${name}/${textOf(subject['namespace']) ?? namespace}` : name;
  return `${subject['kind']} ${JSON.stringify(shown)}`;
}

type FoundRole = { readonly rules: readonly PolicyRule[] } | { readonly fault: string };

/** The rules of the role that a binding refers to, in the binding's namespace. */
export function findRole(store: Store, roleRef: Bag, namespace: string): FoundRole {
  const kind = textOf(roleRef['kind']) ?? '';
  const name = textOf(roleRef['name']) ?? '';
  const plural = ROLES.get(kind);
  if (plural === undefined) {
    return { fault: `unsupported role reference kind: ${JSON.stringify(kind)}` };
  }
  const role = store.get(`${GROUP}/${plural}`, kind === 'Role' ? namespace : '', name);
  if (role === undefined) {
    const singular = plural.slice(0, -1);
    return { fault: `${singular}.${GROUP} ${JSON.stringify(name)} not found` };
  }
  return { rules: bagsOf(role['rules']).map(ruleOf) };
}
