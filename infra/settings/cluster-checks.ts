import { defaults } from '../../lib/config/bounds.ts';
import { type Check, type Reading, where } from './check.ts';
import { accountOfRole, eksClusterOf } from './eks-cluster-of.ts';
import type { SettingsFile } from './settings-file.ts';

/** Clusters can be told apart and reached. */
export const clusterChecks: readonly Check[] = [
  {
    open: ['host.eks'],
    faults: (file, reading) =>
      file.host.eks === undefined ? [] : reachable(file.host.eks, 'host.eks', { file, reading }),
  },
  {
    open: ['eksClusters'],
    faults: (file, reading) =>
      entriesWith([], file, reading).flatMap(({ entry, place }) =>
        reachable(entry, place, { file, reading }),
      ),
  },
  { open: ['eksClusters'], faults: (file, reading) => named({ file, reading }) },
  {
    open: ['eksClusters'],
    sound: ['account', 'region'],
    faults: (file, reading) => once({ file, reading }),
  },
];

type Entry = SettingsFile['eksClusters'][number];
type Placed = { readonly entry: Entry; readonly place: string };
type Scene = { readonly file: SettingsFile; readonly reading: Reading };

/** Entries that are open and of which these keys are sound. Asked of a list that is open. */
const entriesWith = (
  keys: readonly string[],
  file: SettingsFile,
  { open, sound }: Reading,
): readonly Placed[] =>
  file.eksClusters
    .map((entry, index) => ({ entry, place: `eksClusters[${index}]` }))
    .filter(({ place }) => open(place) && sound(...keys.map((key) => `${place}.${key}`)));

/** The names under which Seamark knows the clusters whose entries tell it, in their order. Asked of a list that is open. */
export const clusterNames = (file: SettingsFile, reading: Reading): readonly string[] =>
  entriesWith(['name', 'cluster'], file, reading).map(({ entry }) => nameOf(entry));

const reachable = (
  entry: Omit<Entry, 'cluster'>,
  place: string,
  { file, reading: { sound } }: Scene,
) => {
  // What is not sound is only looked at for whether it is there.
  if (!sound('account', `${place}.account`)) return [];
  const roleIsSound = sound(`${place}.roleArn`);
  const { roleArn, ...rest } = entry;
  const { region, account, auditLogs } = eksClusterOf(roleIsSound ? entry : rest, file);
  const roleAccount = roleIsSound ? accountOfRole(roleArn) : undefined;
  return where(
    [
      account !== file.account && roleArn === undefined,
      `${place}.roleArn`,
      "is missing: the cluster is another account's, where the functions must assume a role",
    ],
    [
      roleAccount !== undefined && roleAccount !== account,
      `${place}.roleArn`,
      "is a role of another account than the cluster's",
    ],
    [
      roleIsSound &&
        sound('region', `${place}.region`, `${place}.auditLogs`) &&
        auditLogs &&
        (account !== file.account || region !== file.region),
      `${place}.auditLogs`,
      "cannot be true: logs of another account or region don't reach the functions; leave it out, and changes are seen with the next resync",
    ],
  );
};

const named = ({ file, reading }: Scene) =>
  entriesWith(['name', 'cluster'], file, reading).flatMap(({ entry, place }, index, all) => {
    const name = nameOf(entry);
    const namePlace = entry.cluster === undefined ? `${place}.name` : `${place}.cluster`;
    // That it is the host says it all.
    if (isHost(entry, place, { file, reading })) return [];
    return where(
      [
        all.slice(0, index).some((other) => nameOf(other.entry) === name),
        namePlace,
        'is the name of an earlier entry too',
      ],
      [
        name === file.hostCluster,
        namePlace,
        'is the name in hostCluster, which is that of the host',
      ],
      [
        name === defaults.hostSource,
        namePlace,
        "is what the host's audit events go by: give the cluster another name",
      ],
      [
        !/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name),
        `${place}.cluster`,
        'is missing: name cannot be the name of a Cluster object, which is a DNS label in lower case',
      ],
    );
  });

/** The parts of an entry that say which cluster on EKS it is. */
const whereabouts = ['name', 'region', 'account', 'roleArn'];

const once = ({ file, reading }: Scene) =>
  entriesWith(whereabouts, file, reading).flatMap(({ entry, place }, index, all) =>
    where(
      [
        all.slice(0, index).some((other) => same(entry, other.entry, file)),
        place,
        'is an earlier entry once more',
      ],
      [
        isHost(entry, place, { file, reading }),
        place,
        'is the host: leave it out, and name its Cluster object in hostCluster',
      ],
    ),
  );

const isHost = (entry: Entry, place: string, { file, reading: { sound } }: Scene): boolean =>
  sound('account', 'region', ...[place, 'host.eks'].flatMap(whereaboutsIn)) &&
  file.host.eks !== undefined &&
  same(entry, file.host.eks, file);

const whereaboutsIn = (place: string): readonly string[] =>
  whereabouts.map((key) => `${place}.${key}`);

const nameOf = ({ cluster, name }: Entry): string => cluster ?? name;

const same = (one: Omit<Entry, 'cluster'>, other: Omit<Entry, 'cluster'>, file: SettingsFile) => {
  const [here, there] = [eksClusterOf(one, file), eksClusterOf(other, file)];
  return here.name === there.name && here.region === there.region && here.account === there.account;
};
