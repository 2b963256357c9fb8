import { BlockList, isIP } from 'node:net';
import type { ServerAddress } from '../../core/model/cluster.ts';
import { refuse } from './failures.ts';

/**
 * The server address for a client: of the entries whose network the client is in the one with the longest prefix, the first of equals
 * (spec 8.7, W38). An empty network is the shortest. A client that doesn't know its own address takes the entry for all networks, or
 * the only one. Throws a `ControllerError` of kind `terminal` that starts with "Cannot `what`".
 */
export const serverAddressFor = (
  entries: readonly ServerAddress[],
  clientIp: string | undefined,
  what: string,
): string => {
  const networks = entries.map(({ clientCidr, serverAddress }) => ({
    network: readNetwork(clientCidr, what),
    serverAddress,
  }));
  const [only, ...others] = networks;
  const matching = networks
    .filter(({ network }) => (clientIp === undefined ? isForAll(network) : has(network, clientIp)))
    .sort((left, right) => right.network.prefix - left.network.prefix);
  const unsure = clientIp === undefined && others.length === 0 ? only : undefined;
  const chosen = matching[0] ?? unsure;
  if (chosen) return chosen.serverAddress;
  throw refuse(what, clientIp === undefined ? noneForAll : noneFor(clientIp));
};

const noneForAll =
  'none of its serverAddressByClientCIDRs is for all networks: add one with clientCIDR 0.0.0.0/0, or set SEAMARK_CLIENT_IP';

const noneFor = (clientIp: string): string =>
  `none of its serverAddressByClientCIDRs has ${clientIp}, which SEAMARK_CLIENT_IP names: add one with clientCIDR 0.0.0.0/0`;

type Family = 'ipv4' | 'ipv6';

/** A network; without members it is every client's. */
type Network = {
  readonly prefix: number;
  readonly members?: { readonly family: Family; readonly list: BlockList };
};

const readNetwork = (cidr: string, what: string): Network => {
  if (cidr === '') return { prefix: -1 };
  const [, address = '', digits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(cidr) ?? [];
  const family = familyOf(address);
  const prefix = Number(digits);
  if (family === undefined || prefix > (family === 'ipv4' ? 32 : 128))
    throw refuse(what, `its clientCIDR ${JSON.stringify(cidr)} is no network`);
  const list = new BlockList();
  list.addSubnet(address, prefix, family);
  return { prefix, members: { family, list } };
};

const familyOf = (address: string): Family | undefined => {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? 'ipv4' : 'ipv6';
};

const isForAll = ({ prefix }: Network): boolean => prefix <= 0;

// The list alone would take IPv4 addresses for members of ::/0.
const has = ({ members }: Network, clientIp: string): boolean =>
  members === undefined ||
  (members.family === familyOf(clientIp) && members.list.check(clientIp, members.family));
