import type { FunctionName as DeployedName } from '../function-limits.ts';

/** The functions that a sandbox runs: its clusters post their audit events, so that there is no log to subscribe to. */
export type FunctionName = Exclude<DeployedName, 'audit-logs'>;

/** All functions of a sandbox, in the order in which a reader meets them. */
export const functionNames: readonly FunctionName[] = [
  'audit-webhook',
  'reconcile-service',
  'publish-zone',
  'resync',
  'cluster-health',
];
