/** What a bench is given. */
export type BenchContext = {
  /** Draws everything that is left to chance, such as the order of measurements. */
  readonly seed: number;
  /** How often each thing is measured; every bench has its own default. */
  readonly runs?: number;
  /** How many Services the largest federation has; every bench has its own default. */
  readonly services?: number;
  /** Tells whoever waits how far it is. */
  readonly progress: (line: string) => void;
  /** Epoch milliseconds, for progress; what is measured has clocks of its own. */
  readonly now: () => number;
  /** Fires when somebody wants the bench to end; it tidies up and rejects. */
  readonly signal: AbortSignal;
};

/** A figure that a row has: its key in the JSON, and its heading and digits in the table. */
export type Column = { readonly key: string; readonly heading: string; readonly digits: number };

/** One thing that was measured. */
export type Row = {
  readonly name: string;
  readonly figures: { readonly [key: string]: number };
  /** Digits of its figures in the table, where they are of another kind than those of their columns. */
  readonly digits?: number;
};

/** A limit that a figure should keep, from above or from below. */
export type Target = { readonly row: string; readonly column: string } & (
  | { readonly atMost: number }
  | { readonly atLeast: number }
);

/** What a bench found. */
export type Findings = {
  /** How often each row was measured. */
  readonly runs: number;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly targets: readonly Target[];
  /** What one must know to read the figures. */
  readonly notes: readonly string[];
};

/** One measurement that can be asked for by name. */
export type Bench = {
  readonly name: string;
  /** One line of the help. */
  readonly summary: string;
  /** It measures each thing as often as it is told. */
  readonly takesRuns?: boolean;
  /** How many Services it takes, both ends included, where it takes any number. */
  readonly services?: { readonly least: number; readonly most: number };
  readonly measure: (context: BenchContext) => Promise<Findings>;
};
