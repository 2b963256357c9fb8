import type { RecordReport } from '../control/status-report.ts';
import type { NameStates } from '../name-state.ts';
import { columns } from '../view/columns.ts';
import { nameTree } from '../view/name-tree.ts';
import { clusterLines } from '../view/status-page.ts';
import { applyExample, example, exampleFile, examplePath } from './example.ts';
import type { AddressesByCluster } from './expected-states.ts';
import { memberAddresses, membersWithCopy, missingOnHost } from './observe.ts';
import { awaitNames, awaitStep, type Teller } from './steps.ts';

const heading = ({ screen }: Teller, title: string, rest = ''): void => {
  screen.line();
  screen.line(`${screen.paint('bold', title)}${rest}`);
};

// DNS answers an alias with addresses; only the hosted zone tells which names are one.
const withAliases = (states: NameStates, records: readonly RecordReport[]): NameStates =>
  new Map(
    [...states].map(([name, state]) => {
      const alias = records.some((set) => set.name === name && set.values[0]?.startsWith('alias '));
      return alias && state.kind === 'addresses'
        ? [name, { ...state, values: [...state.values, '(alias)'] }]
        : [name, state];
    }),
  );

const showTree = ({ screen, names, sandbox }: Teller, states: NameStates): void => {
  const shown = withAliases(states, sandbox.controls.records());
  const [name = '', ...levels] = nameTree(names, shown, screen.width - 4);
  screen.line();
  screen.line(`    ${screen.paint('cyan', name)}`);
  for (const line of levels)
    screen.line(`    ${line.includes(' -> ') ? screen.paint('yellow', line) : line}`);
};

const showClusters = async (teller: Teller): Promise<void> => {
  const { clusters } = await teller.sandbox.controls.status();
  heading(teller, 'Clusters', ' that joined the host');
  for (const line of clusterLines(clusters)) teller.screen.line(line);
};

const showAddresses = ({ screen }: Teller, addresses: AddressesByCluster): void => {
  screen.line();
  for (const line of columns(
    [...addresses].map(([name, list]) => [name, list.join(' ')]),
    '    ',
  ))
    screen.line(line);
};

const apply = async (teller: Teller): Promise<AddressesByCluster> => {
  const { sandbox, lookUp } = teller;
  const members = sandbox.topology.members.length;
  heading(teller, 'Apply', ` ${exampleFile} to the host: Service ${example.key}`);
  await applyExample(sandbox.host);
  let copies: readonly string[] = [];
  await awaitStep(teller, {
    label: 'copies',
    what: 'a copy in every member',
    look: async () => {
      copies = await membersWithCopy(sandbox);
      return copies.length === members ? copies : undefined;
    },
    whyNot: () => `only in ${copies.join(', ') || 'none'}`,
    detail: (found) => `in ${found.join(', ')}`,
  });
  let known: AddressesByCluster = new Map();
  const addresses = await awaitStep(teller, {
    label: 'addresses',
    what: 'a load balancer in every member',
    look: async () => {
      known = await memberAddresses(sandbox, lookUp);
      return known.size === members ? known : undefined;
    },
    whyNot: () => `only in ${[...known.keys()].join(', ') || 'none'}`,
    detail: () => 'given by the cloud of each member',
  });
  let missing = '';
  await awaitStep(teller, {
    label: 'status',
    what: 'the members in the status of the Service on the host',
    look: async () => {
      const found = await missingOnHost(sandbox);
      missing = found ?? '';
      return found === undefined ? true : undefined;
    },
    whyNot: () => missing,
    detail: () => `folded back into ${example.key} on the host`,
  });
  showAddresses(teller, addresses);
  const states = await awaitNames(teller, addresses, 'published; every level has addresses');
  showTree(teller, states);
  return addresses;
};

const drainAndFill = async (teller: Teller, addresses: AddressesByCluster): Promise<void> => {
  const { controls, topology } = teller.sandbox;
  const [member] = topology.members;
  if (!member) return;
  heading(
    teller,
    'Drain',
    ` ${member.name}: the endpoints behind ${example.key} turn unready there`,
  );
  controls.drain(member.name, example.key);
  const others = new Map([...addresses].filter(([name]) => name !== member.name));
  const states = await awaitNames(teller, others, `lead past ${member.name}; empty levels fall up`);
  showTree(teller, states);
  heading(teller, 'Fill', ` ${member.name}: they turn ready again`);
  controls.fill(member.name, example.key);
  await awaitNames(teller, addresses, 'as they were');
};

const remove = async (teller: Teller): Promise<void> => {
  const { sandbox } = teller;
  heading(teller, 'Delete', ` ${example.key} on the host`);
  await sandbox.host.remove(examplePath);
  let left: readonly string[] = [];
  await awaitStep(teller, {
    label: 'object',
    what: `the end of ${example.key} on the host`,
    look: async () => ((await sandbox.host.read(examplePath)) === undefined ? true : undefined),
    whyNot: () => 'its finalizers hold it',
    detail: () => 'gone, once nothing of it was left elsewhere',
  });
  await awaitStep(teller, {
    label: 'copies',
    what: 'the end of all copies',
    look: async () => {
      left = await membersWithCopy(sandbox);
      return left.length === 0 ? true : undefined;
    },
    whyNot: () => `still in ${left.join(', ')}`,
    detail: () => 'none left in any member',
  });
  await awaitNoRecords(teller);
};

const awaitNoRecords = async (teller: Teller): Promise<void> => {
  const { controls, topology } = teller.sandbox;
  let left: readonly string[] = [];
  await awaitStep(teller, {
    label: 'names',
    what: 'the end of all records',
    look: async () => {
      const states = await teller.lookUp.states(teller.names);
      const answering = [...states].filter(([, { kind }]) => kind !== 'absent');
      const stored = controls.records().filter(({ name }) => name !== topology.zone);
      left = [...answering.map(([name]) => name), ...stored.map(({ name }) => name)];
      return left.length === 0 ? true : undefined;
    },
    whyNot: () => `still there: ${left.join(', ')}`,
    detail: () => 'no record left in the hosted zone',
  });
};

/**
 * Tells the story of one federated Service: applied, published, drained, filled; with `once` also deleted. Each step
 * is checked, names by DNS queries; throws at the first that does not come about.
 */
export const runStory = async (teller: Teller, once: boolean): Promise<void> => {
  await showClusters(teller);
  const addresses = await apply(teller);
  await drainAndFill(teller, addresses);
  if (once) await remove(teller);
};
