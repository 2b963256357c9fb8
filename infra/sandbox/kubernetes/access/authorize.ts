import type { Store } from '../storage/store.ts';
import type { Attributes } from './attributes.ts';
import { boundRules } from './bound-rules.ts';
import { ruleAllows } from './rules.ts';
import type { User } from './user.ts';

/** What an authoriser says of a request. Source: `authorizer.Decision` of apiserver; nothing here denies outright. */
export type Decision = { readonly allowed: boolean; readonly reason: string };

/** Decides whether a user may do something. */
export type Authorize = (user: User, request: Attributes) => Decision;

/** Hears what somebody does, and whether that is allowed. */
export type OnDecision = (user: User, request: Attributes, decision: Decision) => void;

/** Who may do what: everybody everything, or what roles and bindings say. Source: the flag `--authorization-mode`. */
export type AuthorizationMode = 'AlwaysAllow' | 'RBAC';

/** Members of this group may do everything, whatever the roles say. Source: `user.SystemPrivilegedGroup` of apiserver. */
const MASTERS = 'system:masters';

/** Builds the authoriser of a server from what its storage says at the time of each request. */
export function createAuthorize(store: Store, mode: AuthorizationMode): Authorize {
  if (mode === 'AlwaysAllow') return () => ({ allowed: true, reason: '' });
  return (user, request) => {
    if (user.groups.includes(MASTERS)) return { allowed: true, reason: '' };
    const namespace = request.kind === 'resource' ? request.namespace : '';
    const { rules, faults } = boundRules(store, user, namespace);
    const match = rules.find(({ rule }) => ruleAllows(rule, request));
    if (match !== undefined) {
      return { allowed: true, reason: `RBAC: allowed by ${match.source}` };
    }
    return { allowed: false, reason: faults.length === 0 ? '' : `RBAC: ${aggregated(faults)}` };
  };
}

/** Several errors as one. Source: `utilerrors.NewAggregate` of apimachinery. */
function aggregated(faults: readonly string[]): string {
  const distinct = [...new Set(faults)];
  return distinct.length === 1 ? (distinct[0] ?? '') : `[${distinct.join(', ')}]`;
}
