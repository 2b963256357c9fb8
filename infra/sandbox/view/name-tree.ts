import type { FederatedName } from '../federated-names.ts';
import type { NameState, NameStates } from '../name-state.ts';
import { wrap } from './columns.ts';

type Row = { readonly branch: string; readonly next: string; readonly name: FederatedName };

const rowsBelow = (name: FederatedName, indent: string): readonly Row[] =>
  name.below.flatMap((child, index) => {
    const last = index === name.below.length - 1;
    const next = `${indent}${last ? '   ' : '│  '}`;
    return [
      { branch: `${indent}${last ? '└─ ' : '├─ '}`, next, name: child },
      ...rowsBelow(child, next),
    ];
  });

const words = (state: NameState, parent: string, why: string): readonly string[] => {
  switch (state.kind) {
    case 'addresses':
      return state.values;
    case 'host-name':
      return [state.target];
    case 'falls-up':
      return `-> falls up to ${parent}: ${why}`.split(' ');
    case 'absent':
      return ['no record'];
  }
};

const parentsOf = (name: FederatedName): readonly (readonly [string, string])[] => [
  ...name.below.map((child) => [child.name, name.label] as const),
  ...name.below.flatMap(parentsOf),
];

/**
 * The names of a Service as a small tree, global > region > zone, each with its values or the level it falls up to.
 * The first line is the global name itself. `why` tells the reason of a name that falls up.
 */
export const nameTree = (
  root: FederatedName,
  states: NameStates,
  width: number,
  why: (name: FederatedName) => string = () => 'no ready endpoints',
): readonly string[] => {
  const rows: readonly Row[] = [
    { branch: '', next: root.below.length > 0 ? '│' : '', name: root },
    ...rowsBelow(root, ''),
  ];
  const parents = new Map(parentsOf(root));
  const labelWidth = Math.max(...rows.map(({ branch, name }) => branch.length + name.label.length));
  return [
    root.name,
    ...rows.flatMap(({ branch, next, name }) => {
      const state = states.get(name.name) ?? { kind: 'absent' };
      const room = Math.max(width - labelWidth - 2, 16);
      return wrap(words(state, parents.get(name.name) ?? '', why(name)), room).map(
        (text, index) => {
          const label = index === 0 ? `${branch}${name.label}` : next;
          return `${label.padEnd(labelWidth)}  ${text}`;
        },
      );
    }),
  ];
};
