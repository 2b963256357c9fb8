const runVariable = 'SEAMARK_TEST_RUN';

/** Gives this process, and those that it starts, one name of the run. */
export const nameRun = (name: string): void => {
  process.env[runVariable] = name;
};

/** What the names of everything that this run makes at an endpoint begin with. */
export const runPrefix = (): string => `seamark-test-${process.env[runVariable] ?? process.pid}-`;

let names = 0;

/** A name that nothing else at the endpoint bears. */
export const uniqueName = (): string => {
  names += 1;
  return `${runPrefix()}${process.pid}-${process.hrtime.bigint()}-${names}`;
};
