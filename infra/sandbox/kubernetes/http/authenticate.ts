import { anonymous, type User, userOf } from '../access/user.ts';
import { unauthorized } from '../status/faults.ts';

/** Who may come: usernames by bearer token. Source: the flag `--token-auth-file`. */
export type Users = { readonly [bearerToken: string]: string };

/** Who a token is from that no list knows. Source: the flag `--authentication-token-webhook-config-file`. */
export type TokenReview = (bearerToken: string) => User | undefined;

/** Groups by username, besides those that the name itself brings. */
export type Groups = { readonly [username: string]: readonly string[] };

/** What tells who a request comes from. */
export type Doorkeeper = {
  readonly users: Users;
  readonly groups: Groups;
  readonly review?: TokenReview | undefined;
  /** Who a request without a token comes from. */
  readonly tokenless: User;
};

/** Who a request without a token may come from. The administrator: kubectl sends no token over plain HTTP. */
export const tokenless = { administrator: userOf('kubernetes-admin'), anonymous } as const;

/** The bearer token of an Authorization header, if it is one. A second space hides it, as upstream. */
const bearerToken = (header: string): string | undefined => /^\s*bearer (\S+)/i.exec(header)?.[1];

/** The user of an Authorization header. Throws ApiError 401 for an unknown token. */
export function authenticate(header: string | undefined, doorkeeper: Doorkeeper): User {
  if (header === undefined) return doorkeeper.tokenless;
  const { users, groups, review } = doorkeeper;
  const token = bearerToken(header);
  // What is no bearer token proves nothing: upstream takes it for a request without one.
  if (token === undefined) return anonymous;
  const username = Object.hasOwn(users, token) ? users[token] : undefined;
  if (username === undefined) {
    const reviewed = review?.(token);
    if (reviewed === undefined) throw unauthorized();
    return userOf(reviewed.username, reviewed.groups);
  }
  return userOf(username, Object.hasOwn(groups, username) ? groups[username] : []);
}
