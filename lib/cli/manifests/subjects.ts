import { UsageError } from '../words/usage-error.ts';

const rbac = 'rbac.authorization.k8s.io';

/** Whom the rights are given to. Source: `rbac.authorization.k8s.io/v1` Subject. */
export type Subject =
  | { readonly apiGroup: typeof rbac; readonly kind: 'Group' | 'User'; readonly name: string }
  | { readonly kind: 'ServiceAccount'; readonly name: string; readonly namespace: string };

/** The user and the group of the access entries that the stack makes, and the name of the service account. */
export const seamarkName = 'seamark';

/** What the flags say of it. */
export type SubjectWishes = {
  readonly group: string | undefined;
  readonly user: string | undefined;
  readonly serviceAccount: boolean;
  readonly namespace: string;
};

/** The service account alone where one is wished for, and whoever else is named; else the group and the user of the stack. */
export const subjectsOf = (wishes: SubjectWishes): readonly Subject[] => {
  const { serviceAccount, namespace } = wishes;
  const byDefault = serviceAccount ? undefined : seamarkName;
  const group = wishes.group ?? byDefault;
  const user = wishes.user ?? byDefault;
  return [
    ...(serviceAccount ? [{ kind: 'ServiceAccount' as const, name: seamarkName, namespace }] : []),
    ...(group === undefined ? [] : [checked('Group', group)]),
    ...(user === undefined ? [] : [checked('User', user)]),
  ];
};

// Names of people and roles may hold nearly anything, but nothing that turns a terminal or a reader around.
const checked = (kind: 'Group' | 'User', name: string): Subject => {
  if (/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(name) || name.trim() === '')
    throw new UsageError(`Cannot bind a ${kind.toLowerCase()}: the name has no printable text`);
  if (everybody.has(name))
    throw new UsageError(
      `Cannot bind ${name}: that is nearly everybody; name the one that Seamark comes as`,
    );
  return { apiGroup: rbac, kind, name };
};

const everybody: ReadonlySet<string> = new Set([
  'system:anonymous',
  'system:authenticated',
  'system:serviceaccounts',
  'system:unauthenticated',
]);
