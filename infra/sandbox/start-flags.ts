import { parseArgs } from 'node:util';

/** What the words after `npm start --` ask for. */
export type StartRequest =
  | {
      readonly kind: 'run';
      readonly once: boolean;
      readonly portBase?: number;
      readonly clustersFile?: string;
    }
  | { readonly kind: 'help' }
  /** What is wrong, and what would be right. */
  | { readonly kind: 'refused'; readonly message: string };

/** The text of `npm start -- --help`. */
export const startHelp = `Usage: npm start -- [flags]

Runs a host cluster, member clusters and the AWS side of Seamark on this
machine, and shows one federated Service from end to end.

  --once             run the story, check every record with DNS queries, exit
                     0 if all of it held, else 1 with the reason
  --port-base N      take ports N, N+1, ... instead of free ones
  --clusters FILE    play the member clusters of a JSON file
  --help             show this text

docs/sandbox.md tells the rest.
`;

const flags = ['--once', '--port-base N', '--clusters FILE', '--help'];

const refused = (reason: string): StartRequest => ({
  kind: 'refused',
  message: `Cannot start the sandbox: ${reason}\nFlags are: ${flags.join(', ')}`,
});

const portBase = (text: string): number | undefined => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port >= 1 && port <= 65_535 ? port : undefined;
};

const readFlags = (words: readonly string[]) =>
  parseArgs({
    args: [...words],
    options: {
      once: { type: 'boolean' },
      'port-base': { type: 'string' },
      clusters: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  }).values;

/** Reads the words after `npm start --`. */
export const parseStartFlags = (words: readonly string[]): StartRequest => {
  let values: ReturnType<typeof readFlags>;
  try {
    values = readFlags(words);
  } catch (error) {
    // Node's text ends in advice for programs that take file names, which this one does not.
    const text = error instanceof Error ? error.message : String(error);
    return refused(text.split(/\. |\n/)[0] ?? text);
  }
  if (values.help === true) return { kind: 'help' };
  const wanted = values['port-base'];
  const base = wanted === undefined ? undefined : portBase(wanted);
  if (wanted !== undefined && base === undefined)
    return refused(`--port-base must be a port from 1 to 65535, not "${wanted}"`);
  return {
    kind: 'run',
    once: values.once === true,
    ...(base === undefined ? {} : { portBase: base }),
    ...(values.clusters === undefined ? {} : { clustersFile: values.clusters }),
  };
};
