import { defaults } from '../../lib/config/bounds.ts';
import { type Check, where } from './check.ts';
import { accountOfRole, eksClusterOf } from './eks-cluster-of.ts';
import type { SettingsFile } from './settings-file.ts';

/** Clusters can be told apart and reached. */
export const clusterChecks: readonly Check[] = [
  {
    of: ['account', 'region', 'host'],
    faults: (file) =>
      file.host.eks === undefined ? [] : reachable(file.host.eks, 'host.eks', file),
  },
  {
    of: ['account', 'region', 'eksClusters'],
    faults: (file) =>
      file.eksClusters.flatMap((entry, index) => reachable(entry, `eksClusters[${index}]`, file)),
  },
  {
    of: ['account', 'region', 'host', 'hostCluster', 'eksClusters'],
    faults: (file) => file.eksClusters.flatMap((_entry, index) => distinct(index, file)),
  },
];

type Entry = SettingsFile['eksClusters'][number];

const reachable = (entry: Omit<Entry, 'cluster'>, place: string, file: SettingsFile) => {
  const { region, account, auditLogs } = eksClusterOf(entry, file);
  const roleAccount = accountOfRole(entry.roleArn);
  return where(
    [
      account !== file.account && entry.roleArn === undefined,
      `${place}.roleArn`,
      "is missing: the cluster is another account's, where the functions must assume a role",
    ],
    [
      roleAccount !== undefined && roleAccount !== account,
      `${place}.roleArn`,
      "is a role of another account than the cluster's",
    ],
    [
      auditLogs && (account !== file.account || region !== file.region),
      `${place}.auditLogs`,
      "cannot be true: logs of another account or region don't reach the functions; leave it out, and changes are seen with the next resync",
    ],
  );
};

const distinct = (index: number, file: SettingsFile) => {
  const entry = file.eksClusters[index];
  if (entry === undefined) return [];
  const earlier = file.eksClusters.slice(0, index);
  const name = nameOf(entry);
  const place = `eksClusters[${index}]`;
  const namePlace = entry.cluster === undefined ? `${place}.name` : `${place}.cluster`;
  const isHost = file.host.eks !== undefined && same(entry, file.host.eks, file);
  return where(
    [
      !isHost && earlier.some((other) => nameOf(other) === name),
      namePlace,
      'is the name of an earlier entry too',
    ],
    [
      !isHost && name === file.hostCluster,
      namePlace,
      'is the name in hostCluster, which is that of the host',
    ],
    [
      !isHost && name === defaults.hostSource,
      namePlace,
      "is what the host's audit events go by: give the cluster another name",
    ],
    [
      !isHost && !/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name),
      `${place}.cluster`,
      'is missing: name cannot be the name of a Cluster object, which is a DNS label in lower case',
    ],
    [earlier.some((other) => same(entry, other, file)), place, 'is an earlier entry once more'],
    [isHost, place, 'is the host: leave it out, and name its Cluster object in hostCluster'],
  );
};

const nameOf = ({ cluster, name }: Entry): string => cluster ?? name;

const same = (one: Omit<Entry, 'cluster'>, other: Omit<Entry, 'cluster'>, file: SettingsFile) => {
  const [here, there] = [eksClusterOf(one, file), eksClusterOf(other, file)];
  return here.name === there.name && here.region === there.region && here.account === there.account;
};
