import type { ApiClient } from '../../adapters/kubernetes/api-client.ts';
import { seamarkName } from '../manifests/subjects.ts';
import { type Identity, isAllowed } from './access-reviews.ts';
import type { Check } from './check.ts';
import { neededRights, type Right, rightWords } from './needed-rights.ts';

/** Whose rights are asked for. */
export type RightsLook = {
  readonly client: ApiClient;
  readonly asFunctions: boolean;
  /** Who the client is, where the API told. */
  readonly identity: Identity | undefined;
  readonly signal: AbortSignal;
};

/** The user and the group of the access entries that the stack makes. */
const functions: Identity = {
  username: seamarkName,
  groups: [seamarkName, 'system:authenticated'],
};

/** Whether every right of the member's role is there, and if not, which are missing. */
export const checkRights = async (look: RightsLook): Promise<readonly Check[]> => {
  try {
    const missing = await missingRights(look);
    return verdicts(missing, look);
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    if (look.asFunctions) return [{ what: 'rights', verdict: 'failed', says }];
    const unknown = `what ${seamarkName} may do is not known: ${says}`;
    return [{ what: 'rights', verdict: 'warning', says: unknown }];
  }
};

const missingRights = async (look: RightsLook): Promise<readonly Right[]> => {
  const about = look.asFunctions ? undefined : functions;
  const rights = await neededRights();
  const there = await Promise.all(
    rights.map((right) => isAllowed(look.client, right, { about, signal: look.signal })),
  );
  return rights.filter((_, index) => there[index] !== true);
};

const verdicts = (missing: readonly Right[], look: RightsLook): readonly Check[] => {
  const user = look.asFunctions ? look.identity?.username : seamarkName;
  const hard = missing.filter((right) => !isForNamespaces(right));
  if (missing.length === 0)
    return [{ what: 'rights', verdict: 'ok', says: `${user ?? 'they'} may do all that is needed` }];
  const repair = `npx seamark manifests --member${userFlag(user)} | kubectl apply -f - (in that cluster, as its administrator)`;
  if (hard.length === 0) {
    const says = `${user ?? 'they'} may not create namespaces: federated Services need theirs made beforehand, and the setting createNamespaces off`;
    return [{ what: 'rights', verdict: 'warning', says, repair }];
  }
  const says = `${user ?? 'they'} may not ${missing.map(rightWords).join(', ')}`;
  return [{ what: 'rights', verdict: 'failed', says, repair }];
};

const isForNamespaces = (right: Right): boolean =>
  right.kind === 'resource' && right.resource === 'namespaces';

const userFlag = (user: string | undefined): string => {
  if (user === undefined || user === seamarkName) return '';
  // Single quotes hold anything in a shell but themselves.
  return ` --user '${user.replaceAll("'", `'\\''`)}'`;
};
