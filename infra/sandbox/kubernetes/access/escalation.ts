import { type Bag, bagOf, bagsOf, sameJson, textOf } from '../kinds/object/json-access.ts';
import type { KubeObject } from '../resource.ts';
import { forbidden, notFound } from '../status/faults.ts';
import type { Engine, Write } from '../verbs/engine.ts';
import { boundRules, findRole } from './bound-rules.ts';
import { goStrings, missingRights } from './cover.ts';
import { type PolicyRule, ruleOf } from './rules.ts';

const GROUP = 'rbac.authorization.k8s.io';
const EVERYTHING: readonly PolicyRule[] = [
  ruleOf({ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }),
  ruleOf({ nonResourceURLs: ['*'], verbs: ['*'] }),
];

/**
 * Refuses a role or binding that gives rights which the one who writes it does not have. Throws ApiError 403, or 404 for
 * a binding to a role that is absent. Source: the `policybased` storages of registry/rbac.
 */
export function refuseEscalation(
  engine: Engine,
  write: Write,
  next: KubeObject,
  live?: KubeObject,
): void {
  if (write.resource.group !== GROUP || write.user.groups.includes('system:masters')) return;
  if (live !== undefined && onlyForCollector(next, live)) return;
  const isBinding = next.kind.endsWith('Binding');
  if (isBinding) refuseBinding(engine, write, bagOf(next['roleRef']));
  else refuseRole(engine, write, next);
}

/** What the garbage collector does to let an object go is always let through. Source: `IsOnlyMutatingGCFields`. */
function onlyForCollector(next: KubeObject, live: KubeObject): boolean {
  const { ownerReferences, finalizers, managedFields } = bagOf(live.metadata);
  const metadata = { ...next.metadata, ownerReferences, finalizers, managedFields };
  return sameJson({ ...next, metadata }, live);
}

function refuseRole(engine: Engine, write: Write, role: KubeObject): void {
  const { resource, namespace, name } = write;
  const escalate = { kind: 'resource', verb: 'escalate', group: GROUP, subresource: '' } as const;
  const target = { resource: resource.plural, namespace, name };
  if (engine.decide(write.user, { ...escalate, ...target }).allowed) return;
  confirmHeld(engine, write, bagsOf(role['rules']).map(ruleOf));
  if (bagsOf(bagOf(role['aggregationRule'])['clusterRoleSelectors']).length === 0) return;
  const { rules } = boundRules(engine.store, write.user, '');
  const held = rules.map(({ rule }) => rule);
  if (missingRights(held, EVERYTHING).length === 0) return;
  throw forbidden(resource, name, 'must have cluster-admin privileges to use the aggregationRule');
}

function refuseBinding(engine: Engine, write: Write, roleRef: Bag): void {
  const { user, namespace } = write;
  const resource = roleRef['kind'] === 'Role' ? 'roles' : 'clusterroles';
  const name = textOf(roleRef['name']) ?? '';
  const bind = { kind: 'resource', verb: 'bind', group: GROUP, subresource: '' } as const;
  if (engine.decide(user, { ...bind, resource, namespace, name }).allowed) return;
  const role = findRole(engine.store, roleRef, namespace);
  // The API names the kind of the binding where it means that of the role.
  if ('fault' in role) throw notFound(write.resource, name);
  confirmHeld(engine, write, role.rules);
}

function confirmHeld(engine: Engine, write: Write, wanted: readonly PolicyRule[]): void {
  const { user, resource, namespace, name } = write;
  const { rules, faults } = boundRules(engine.store, user, namespace);
  const missing = missingRights(
    rules.map(({ rule }) => rule),
    wanted,
  );
  if (missing.length === 0) return;
  const text = `user ${JSON.stringify(user.username)} (groups=${goStrings(user.groups)}) is attempting to grant RBAC permissions not currently held:\n${missing.join('\n')}`;
  const unresolved = faults.length === 0 ? '' : `; resolution errors: [${faults.join(', ')}]`;
  throw forbidden(resource, name, `${text}${unresolved}`);
}
