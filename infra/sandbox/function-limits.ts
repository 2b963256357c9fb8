/** The functions that a sandbox runs, named as their source files are. */
export type FunctionName =
  | 'audit-webhook'
  | 'reconcile-service'
  | 'publish-zone'
  | 'resync'
  | 'cluster-health';

/** What a function may use. */
export type FunctionLimits = {
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly maxConcurrency: number;
};

/** The limits of each function; queues and mappings take their own figures from them. */
export const functionLimits: { readonly [name in FunctionName]: FunctionLimits } = {
  'audit-webhook': { timeoutMs: 10_000, memoryMb: 256, maxConcurrency: 10 },
  'reconcile-service': { timeoutMs: 30_000, memoryMb: 512, maxConcurrency: 5 },
  'publish-zone': { timeoutMs: 60_000, memoryMb: 512, maxConcurrency: 2 },
  resync: { timeoutMs: 60_000, memoryMb: 512, maxConcurrency: 1 },
  'cluster-health': { timeoutMs: 30_000, memoryMb: 512, maxConcurrency: 1 },
};

/** All functions, in the order in which a reader meets them. */
export const functionNames: readonly FunctionName[] = [
  'audit-webhook',
  'reconcile-service',
  'publish-zone',
  'resync',
  'cluster-health',
];
