import type { Access } from './access.ts';
import { refuse } from './failures.ts';

/** Reads the address of an API server; one without a scheme is served over TLS. */
export const readServer = (text: string, what: string): URL => {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.parse(address);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '')
    throw refuse(what, 'the server address is not an http or https URL without credentials');
  return url;
};

/** Refuses to send credentials where others can read them. */
export const checkServer = (access: Access, what: string): void => {
  if (access.server.protocol === 'https:' || !access.token) return;
  if (isLoopback(access.server)) return;
  throw refuse(
    what,
    `a token is never sent over plain http to ${access.server.hostname}: use https`,
  );
};

/** True for a server on this machine, which nobody in between can be. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
