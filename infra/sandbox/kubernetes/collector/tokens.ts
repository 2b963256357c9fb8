import { type User, userOf } from '../access/user.ts';
import type { KubeObject } from '../resource.ts';
import type { Store } from '../storage/store.ts';
import type { Engine } from '../verbs/engine.ts';
import { type Reactor, startReactor } from './reactor.ts';

const secretsBucket = '/secrets';
const accountsBucket = '/serviceaccounts';
const tokenType = 'kubernetes.io/service-account-token';
const accountName = 'kubernetes.io/service-account.name';
const accountUid = 'kubernetes.io/service-account.uid';

/**
 * Starts the controller that gives a Secret of type `kubernetes.io/service-account-token` the token of its account. Source: the token
 * controller of kube-controller-manager; a Secret whose account is missing stays empty here, where upstream deletes it after a while.
 */
export function startTokenController({ store, context }: Engine): Reactor {
  return startReactor(store, (events) => {
    const touched = events.some(({ bucket }) => [secretsBucket, accountsBucket].includes(bucket));
    if (!touched) return;
    for (const secret of tokenSecrets(store)) {
      const account = accountOf(store, secret);
      if (account !== undefined && tokenOf(secret) === undefined)
        store.write(secretsBucket, filled(secret, account, newToken(context.random)));
    }
  });
}

/** The account that a token of one of the stored Secrets stands for. It ends with its Secret and its account. */
export const userOfToken = (store: Store, token: string): User | undefined => {
  const secret = tokenSecrets(store).find((each) => tokenOf(each) === token);
  const account = secret && accountOf(store, secret);
  if (account === undefined) return undefined;
  const { namespace = '', name } = account.metadata;
  return userOf(`system:serviceaccount:${namespace}:${name}`);
};

const tokenSecrets = (store: Store): readonly KubeObject[] =>
  store.list(secretsBucket, {}).filter(({ type }) => type === tokenType);

const accountOf = (store: Store, { metadata }: KubeObject): KubeObject | undefined => {
  const name = metadata.annotations?.[accountName] ?? '';
  const account = store.get(accountsBucket, metadata.namespace ?? '', name);
  const uid = metadata.annotations?.[accountUid];
  return uid === undefined || uid === account?.metadata.uid ? account : undefined;
};

const tokenOf = (secret: KubeObject): string | undefined => {
  const data: unknown = secret['data'];
  const token: unknown =
    typeof data === 'object' && data !== null ? Reflect.get(data, 'token') : undefined;
  return typeof token === 'string' ? Buffer.from(token, 'base64').toString('utf8') : undefined;
};

const filled = (secret: KubeObject, account: KubeObject, token: string): KubeObject => {
  const { metadata } = secret;
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  return {
    ...secret,
    metadata: {
      ...metadata,
      annotations: { ...metadata.annotations, [accountUid]: account.metadata.uid },
    },
    data: {
      ...(secret['data'] as object | undefined),
      namespace: base64(metadata.namespace ?? ''),
      token: base64(token),
    },
  };
};

const newToken = (random: () => number): string =>
  `sandbox.${Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('')}`;
