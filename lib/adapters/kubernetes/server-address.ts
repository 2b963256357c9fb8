import type { Cluster } from '../../core/model/cluster.ts';
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

/** The address of a member for a client anywhere: the entry for all networks, or the only one (spec 8.7). */
export const serverOf = (cluster: Cluster, what: string): URL => {
  const { serverAddresses } = cluster;
  const [only, ...others] = serverAddresses;
  const entry =
    serverAddresses.find(({ clientCidr }) => clientCidr === '' || clientCidr === '0.0.0.0/0') ??
    (others.length === 0 ? only : undefined);
  if (!entry)
    throw refuse(
      what,
      'none of its serverAddressByClientCIDRs is for all networks: add one with clientCIDR 0.0.0.0/0',
    );
  return readServer(entry.serverAddress, what);
};

/** Refuses to send credentials where others can read them. */
export const checkServer = (access: Access, what: string): void => {
  if (access.server.protocol === 'https:' || !access.token) return;
  const host = access.server.hostname;
  if (host === 'localhost' || host === '[::1]' || /^127\./.test(host)) return;
  throw refuse(what, `a token is never sent over plain http to ${host}: use https`);
};
