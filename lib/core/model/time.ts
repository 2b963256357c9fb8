/** A moment as milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number;

/** A span of time in milliseconds. */
export type Ms = number;
