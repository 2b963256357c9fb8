import { unauthorized } from '../status/faults.ts';

/** Who may come: usernames by bearer token. */
export type Users = { readonly [bearerToken: string]: string };

const ADMIN = 'kubernetes-admin';

/** The user of an Authorization header; without one it is the administrator. Throws ApiError 401 for any other token. */
export function authenticate(header: string | undefined, users: Users): string {
  if (header === undefined) return ADMIN;
  const token = /^bearer +(\S+)\s*$/i.exec(header)?.[1] ?? '';
  const username = Object.hasOwn(users, token) ? users[token] : undefined;
  if (username === undefined) throw unauthorized();
  return username;
}
