import type { Cloud } from './cloud/start-cloud.ts';
import { listRecords } from './control/list-records.ts';
import { reportStatus } from './control/report-status.ts';
import type { SandboxControls } from './control/sandbox-controls.ts';
import type { Joined } from './join-members.ts';
import type { AwsSide } from './start-aws.ts';
import type { RunningCluster } from './start-clusters.ts';
import { hostName, type Topology } from './topology.ts';

/** What the verbs reach. */
export type ControlledParts = {
  readonly topology: Topology;
  readonly clusters: ReadonlyMap<string, RunningCluster>;
  readonly aws: AwsSide;
  readonly joined: Joined;
};

const found = <T>(parts: ReadonlyMap<string, T>, name: string): T => {
  const part = parts.get(name);
  if (part === undefined) throw new Error(`Cannot reach ${name}: no such cluster`);
  return part;
};

/** Connects the verbs to the parts of a running sandbox. */
export const createControls = (parts: ControlledParts): SandboxControls => {
  const { topology, clusters, aws, joined } = parts;
  const cluster = (name: string): RunningCluster => found(clusters, name);
  const cloud = (name: string): Cloud => found(joined.clouds, name);
  const records = () => listRecords(aws.route53.recordSets(aws.hostedZoneId));
  let throttled = false;
  return {
    members: topology.members.map(({ name }) => name),
    clusters: [...clusters.keys()],
    servicesIn: (member) => cloud(member).services(),
    drain: (member, service) => cloud(member).drain(service),
    fill: (member, service) => cloud(member).fill(service),
    stopCluster: (name) => cluster(name).stop(),
    startCluster: (name) => cluster(name).start(),
    throttleRoute53: (on) => {
      throttled = on;
      aws.route53.setThrottle(on);
    },
    resync: joined.resync,
    status: async () => {
      if (!cluster(hostName).isRunning())
        throw new Error(
          'Cannot report the status: the host is stopped; start it with npm run sandbox -- start-cluster host',
        );
      return reportStatus({
        topology,
        host: cluster(hostName).client,
        member: (name) => cluster(name).client,
        isRunning: (name) => cluster(name).isRunning(),
        isDrained: (member, key) => cloud(member).isDrained(key),
        records,
        isThrottled: () => throttled,
      });
    },
    records,
  };
};
