import type { RecordReport, StatusReport } from './status-report.ts';

/** What the verbs act upon: the running sandbox. */
export type SandboxControls = {
  readonly members: readonly string[];
  /** The host, then the members. */
  readonly clusters: readonly string[];
  /** Keys of the Services that a member has or has drained, sorted. */
  readonly servicesIn: (member: string) => readonly string[];
  readonly drain: (member: string, service: string) => void;
  readonly fill: (member: string, service: string) => void;
  readonly stopCluster: (cluster: string) => Promise<void>;
  readonly startCluster: (cluster: string) => Promise<void>;
  readonly throttleRoute53: (on: boolean) => void;
  /** Runs the resync function and waits for its end; throws if it failed. */
  readonly resync: () => Promise<void>;
  readonly status: () => Promise<StatusReport>;
  readonly records: () => readonly RecordReport[];
};
