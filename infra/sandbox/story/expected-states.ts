import { isDeepStrictEqual } from 'node:util';
import { allNames, type FederatedName } from '../federated-names.ts';
import { type NameState, type NameStates, nameState } from '../name-state.ts';

/** Addresses of a Service by member cluster; a member without ready endpoints has none. */
export type AddressesByCluster = ReadonlyMap<string, readonly string[]>;

/** What must stand at each name: the addresses of the clusters that belong to it, else the name one level up. */
export const expectedStates = (root: FederatedName, addresses: AddressesByCluster): NameStates =>
  new Map(
    allNames(root).map(({ name, up, clusters }) => {
      const here = [...new Set(clusters.flatMap((cluster) => addresses.get(cluster) ?? []))];
      if (here.length > 0 || up === undefined) return [name, nameState({ addresses: here }, up)];
      return [name, nameState({ addresses: [], target: up }, up)];
    }),
  );

const describe = (state: NameState): string => {
  switch (state.kind) {
    case 'addresses':
      return state.values.join(' ');
    case 'host-name':
      return `a CNAME to ${state.target}`;
    case 'falls-up':
      return `a CNAME to ${state.to}`;
    case 'absent':
      return 'no record';
  }
};

/** The names that do not hold what they must, one sentence each; empty if all is as expected. */
export const differences = (expected: NameStates, found: NameStates): readonly string[] =>
  [...expected]
    .filter(([name, state]) => !isDeepStrictEqual(state, found.get(name) ?? { kind: 'absent' }))
    .map(
      ([name, state]) =>
        `${name} holds ${describe(found.get(name) ?? { kind: 'absent' })}, not ${describe(state)}`,
    );
