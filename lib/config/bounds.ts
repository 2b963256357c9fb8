/** A whole number: its least and its greatest value, and the one that it has where nobody says otherwise. */
export type Bounds = { readonly least: number; readonly most: number; readonly otherwise: number };

/** The longest delay of a message in SQS (API_SendMessage), in milliseconds. */
const longestDelayMs = 900_000;

/** Bounds and defaults of every number that can be set; the environment and the settings file share them. */
export const bounds = {
  ttlSeconds: { least: 1, most: 604_800, otherwise: 60 },
  memberLimitMs: { least: 100, most: 60_000, otherwise: 10_000 },
  reviewDelayMs: { least: 0, most: longestDelayMs, otherwise: 2_000 },
  clusterAvailableDelayMs: { least: 0, most: longestDelayMs, otherwise: 20_000 },
  publishDelayMs: { least: 0, most: longestDelayMs, otherwise: 1_000 },
  route53RequestsPerSecond: { least: 1, most: 1_000, otherwise: 5 },
  /** 0: never. */
  driftSweepMinutes: { least: 0, most: 10_080, otherwise: 1_440 },
  probeFailures: { least: 1, most: 100, otherwise: 3 },
  probeSuccesses: { least: 1, most: 100, otherwise: 1 },
  withdrawFailures: { least: 1, most: 100, otherwise: 3 },
  withdrawLooks: { least: 1, most: 100, otherwise: 5 },
} as const satisfies { readonly [setting: string]: Bounds };

/** The words that a setting may be, its default first. */
export const choices = {
  hostNames: ['alias', 'resolve'],
  namesakes: ['refuse', 'adopt'],
  driftPolicy: ['report', 'repair'],
  leavePolicy: ['keep', 'remove'],
  offlinePolicy: ['preserve', 'withdraw'],
} as const;

/** Defaults of the settings that are neither whole numbers nor one word of a few. */
export const defaults = {
  selector: 'federation.seamark.dev/enabled=true',
  secretNamespace: 'seamark-system',
  hostSource: 'host',
  /** The user that access entries and RBAC of this project name. */
  ownUsernames: ['seamark'],
  elbZoneIds: {},
  createNamespaces: true,
  withdrawShare: 0.5,
  metricsNamespace: 'Seamark',
} as const;
