/** What one look found: as it must be, worth knowing, or in the way. */
export type Check = {
  /** What was looked at, such as `rights`. */
  readonly what: string;
  readonly verdict: 'ok' | 'warning' | 'failed';
  readonly says: string;
  /** A command that repairs it. */
  readonly repair?: string;
};

/** A check in one line and, if there is one, its repair in a second. */
export const checkLines = ({ what, verdict, says, repair }: Check): readonly string[] => [
  `${marks[verdict]} ${what}: ${says}`,
  ...(repair === undefined ? [] : [`         ${repair}`]),
];

const marks = { ok: 'ok      ', warning: 'warning ', failed: 'failed  ' } as const;
