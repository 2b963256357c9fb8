import type { AddressBook } from './cloud/addresses.ts';
import { type Cloud, startCloud } from './cloud/start-cloud.ts';
import type { ClusterClient } from './clusters/cluster-client.ts';
import {
  createNodes,
  prepareHost,
  prepareMember,
  registerMembers,
  unreadyClusters,
} from './clusters/join-clusters.ts';
import { nodesOf } from './clusters/nodes.ts';
import type { RunningCluster } from './start-clusters.ts';
import type { TearDown } from './tear-down.ts';
import { hostName, type Topology } from './topology.ts';
import { waitUntil } from './wait-until.ts';

/** What is joined, and with what. */
export type JoinOptions = {
  readonly topology: Topology;
  readonly clusters: ReadonlyMap<string, RunningCluster>;
  readonly addresses: AddressBook;
  /** Starts the functions that notice the new members. */
  readonly startLoop: () => Promise<{ readonly resync: () => Promise<void> }>;
  readonly log: (name: string, line: string) => void;
  readonly now: () => number;
  readonly random: () => number;
  readonly tearDown: TearDown;
};

/** The federation once its members are ready. */
export type Joined = {
  /** The simulated cloud of each member. */
  readonly clouds: ReadonlyMap<string, Cloud>;
  readonly resync: () => Promise<void>;
};

/** Version that the nodes' kubelets report: that of the API server. */
const kubeletVersion = 'v1.34.2';
const provisioningMs = { min: 300, max: 900 };
const reconnect = { firstMs: 100, maxMs: 1_000 };
const retry = { firstMs: 100, maxMs: 10_000 };
const readyLimitMs = 60_000;

const startClouds = (
  options: JoinOptions,
  client: (name: string) => ClusterClient,
): ReadonlyMap<string, Cloud> => {
  const { topology, addresses, random, tearDown, log } = options;
  const clouds = new Map(
    topology.members.map((member) => [
      member.name,
      startCloud({
        cluster: member.name,
        client: client(member.name),
        nodes: nodesOf(topology, member),
        addresses,
        random,
        provisioningMs,
        reconnect,
        retry,
        onFailure: (key, error) => log(`cloud of ${member.name}`, `${key}: ${String(error)}`),
      }),
    ]),
  );
  tearDown.add(async () => {
    await Promise.all([...clouds.values()].map((cloud) => cloud.close()));
  });
  return clouds;
};

/** Gives each member nodes and a cloud, registers it with the host, and waits until Seamark calls it ready. */
export const joinMembers = async (options: JoinOptions): Promise<Joined> => {
  const { topology, clusters, now } = options;
  const cluster = (name: string): RunningCluster => {
    const found = clusters.get(name);
    if (!found) throw new Error(`Cannot join ${name}: no such cluster`);
    return found;
  };
  const client = (name: string): ClusterClient => cluster(name).client;
  const host = client(hostName);
  await prepareHost(host, now);
  await Promise.all(topology.members.map(({ name }) => prepareMember(client(name))));
  await Promise.all(
    topology.members.map((member) =>
      createNodes(client(member.name), nodesOf(topology, member), { now, version: kubeletVersion }),
    ),
  );
  await registerMembers(
    host,
    topology.members.map(({ name }) => {
      const { url, ca, tokens } = cluster(name);
      return { name, url, token: tokens.seamark, ...(ca === undefined ? {} : { ca }) };
    }),
  );
  const clouds = startClouds(options, client);
  const { resync } = await options.startLoop();
  await waitForMembers(host, now);
  return { clouds, resync };
};

const waitForMembers = async (host: ClusterClient, now: () => number): Promise<void> => {
  let unready: readonly string[] = [];
  const look = async (): Promise<true | undefined> => {
    unready = await unreadyClusters(host);
    return unready.length === 0 ? true : undefined;
  };
  await waitUntil(
    look,
    { what: 'all members ready', limitMs: readyLimitMs, everyMs: 100, now },
    () => `not ready: ${unready.join(', ')}`,
  );
};
