/** What the test runner tells of a test or a suite. */
type TestReport = {
  readonly name: string;
  /** How many suites it stands in. */
  readonly nesting: number;
  readonly skip?: string | boolean | undefined;
  readonly details?: {
    readonly type?: string | undefined;
    /** An error with `failureType`. */
    readonly error?: object;
  };
};

/** Counts and names of what a run of tests reported. */
export type Tally = {
  readonly count: { passed: number; failed: number; skipped: number };
  /** Full names of all tests, as `TestContext.fullName` gives them. */
  readonly names: ReadonlySet<string>;
  readonly started: (report: TestReport) => void;
  readonly passed: (report: TestReport) => void;
  readonly failed: (report: TestReport) => void;
};

/** Counts the events of a run; a suite is counted only where it is skipped, or fails by itself, as in a hook. */
export const createTally = (): Tally => {
  const count = { passed: 0, failed: 0, skipped: 0 };
  const names = new Set<string>();
  let path: readonly string[] = [];
  const byTests = ({ details }: TestReport): boolean =>
    Object.entries(details?.error ?? {}).some(
      ([name, value]) => name === 'failureType' && value === 'subtestsFailed',
    );
  const isSuite = ({ details }: TestReport): boolean => details?.type === 'suite';
  return {
    count,
    names,
    // The runner reports one file after the other, each in the order of its text.
    started: ({ name, nesting }) => {
      path = [...path.slice(0, nesting), name];
      names.add(path.join(' > '));
    },
    passed: (report) => {
      if (report.skip !== undefined) count.skipped += 1;
      else if (!isSuite(report)) count.passed += 1;
    },
    failed: (report) => {
      if (!(isSuite(report) && byTests(report))) count.failed += 1;
    },
  };
};
