import { Resolver } from 'node:dns/promises';
import { allNames, type FederatedName } from '../federated-names.ts';
import { type NameState, nameState } from '../name-state.ts';

/** Asks the sandbox's DNS server, over the network. */
export type LookUp = {
  /** IPv4 and IPv6 addresses that a name answers with, CNAMEs followed; none if it does not exist. */
  readonly addresses: (name: string) => Promise<readonly string[]>;
  /** What stands at the name and at all below it. */
  readonly states: (root: FederatedName) => Promise<ReadonlyMap<string, NameState>>;
  /** How many queries were answered. */
  readonly queries: () => number;
};

const timeoutMs = 1_000;

const isAbsence = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ENOTFOUND' || error.code === 'ENODATA');

/** A look-up that speaks to one DNS server only. */
export const createLookUp = (server: { readonly host: string; readonly port: number }): LookUp => {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  resolver.setServers([`${server.host}:${server.port}`]);
  let queries = 0;

  const ask = async (query: Promise<readonly string[]>): Promise<readonly string[]> => {
    queries += 1;
    try {
      return await query;
    } catch (error) {
      if (isAbsence(error)) return [];
      throw error;
    }
  };
  const addresses = async (name: string): Promise<readonly string[]> => {
    const [four, six] = await Promise.all([
      ask(resolver.resolve4(name)),
      ask(resolver.resolve6(name)),
    ]);
    return [...four, ...six].sort();
  };
  const state = async ({ name, up }: FederatedName): Promise<NameState> => {
    const [target] = await ask(resolver.resolveCname(name));
    if (target !== undefined && target.toLowerCase() === up)
      return nameState({ addresses: [], target: up }, up);
    return nameState({ addresses: await addresses(name) }, up);
  };
  return {
    addresses,
    states: async (root) =>
      new Map(
        await Promise.all(
          allNames(root).map(async (name) => [name.name, await state(name)] as const),
        ),
      ),
    queries: () => queries,
  };
};
