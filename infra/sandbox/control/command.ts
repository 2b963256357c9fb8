import type { Endpoints } from '../state-folder.ts';
import type { Screen } from '../view/screen.ts';
import { recordsPage, statusPage } from '../view/status-page.ts';
import type { RecordReport, StatusReport } from './status-report.ts';
import { fieldOf, findVerb, usageOf, type Verb, verbs } from './verbs.ts';

/** What a command line needs from its surroundings. */
export type CommandContext = {
  readonly out: Screen;
  readonly err: Screen;
  /** Undefined if no sandbox runs in this folder. */
  readonly endpoints: () => Promise<Endpoints | undefined>;
};

const program = 'npm run sandbox --';

const overview = (): readonly string[] => {
  const width = Math.max(...verbs.map((verb) => usageOf(verb).length));
  return [
    `Usage: ${program} <verb>`,
    '',
    'Acts on the sandbox that npm start runs in this folder.',
    '',
    ...verbs.flatMap((verb) => [
      `  ${usageOf(verb).padEnd(width)}`.trimEnd(),
      `      ${verb.summary}`,
    ]),
    '',
    `${program} <verb> --help tells more of one verb.`,
  ];
};

const verbHelp = (verb: Verb): readonly string[] => [
  `Usage: ${program} ${usageOf(verb)}`,
  '',
  `${verb.summary[0]?.toUpperCase() ?? ''}${verb.summary.slice(1)}.`,
  '',
  ...verb.detail.split('\n'),
];

const print = (screen: Screen, lines: readonly string[]): void => {
  for (const line of lines) screen.line(line);
};

type Refusal = { readonly error: string; readonly choices?: readonly string[] };

const call = async (control: string, verb: Verb, words: readonly string[]): Promise<Response> =>
  fetch(`${control}/${verb.name}`, {
    method: verb.method,
    ...(verb.method === 'POST'
      ? {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(
            Object.fromEntries(
              verb.words.map((word, index) => [fieldOf[word], words[index] ?? '']),
            ),
          ),
        }
      : {}),
  });

const showAnswer = (verb: Verb, body: unknown, out: Screen): void => {
  // The casts trust the sandbox's own control API.
  if (verb.name === 'status') print(out, statusPage(body as StatusReport, out));
  else if (verb.name === 'records')
    print(out, recordsPage((body as { readonly records: readonly RecordReport[] }).records));
  else out.line((body as { readonly message: string }).message);
};

const showRefusal = (verb: Verb, { error, choices = [] }: Refusal, err: Screen): void => {
  err.line(error);
  if (choices.length > 0) err.line(`There are: ${choices.join(', ')}`);
  err.line(`Usage: ${program} ${usageOf(verb)}`);
};

const notRunning = (err: Screen): number => {
  err.line('Cannot reach a sandbox: none runs in this folder; start one with npm start');
  return 1;
};

const perform = async (
  verb: Verb,
  words: readonly string[],
  context: CommandContext,
): Promise<number> => {
  const endpoints = await context.endpoints();
  if (!endpoints) return notRunning(context.err);
  const response = await call(endpoints.control, verb, words).catch(() => undefined);
  if (!response) return notRunning(context.err);
  const body: unknown = await response.json();
  if (response.ok) {
    showAnswer(verb, body, context.out);
    return 0;
  }
  // The cast trusts the sandbox's own control API.
  showRefusal(verb, body as Refusal, context.err);
  return response.status < 500 ? 2 : 1;
};

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

/** Runs one command line of the sandbox; returns its exit code: 0, 1 where the sandbox failed, 2 for a wrong word. */
export const runCommand = async (
  line: readonly string[],
  context: CommandContext,
): Promise<number> => {
  const words = line.filter((word) => !isHelp(word));
  const [name, ...rest] = words;
  const verb = findVerb(name);
  if (name === undefined) {
    print(words.length < line.length ? context.out : context.err, overview());
    return words.length < line.length ? 0 : 2;
  }
  if (!verb) {
    context.err.line(`Cannot do "${name}": no such verb`);
    context.err.line(`There are: ${verbs.map((each) => each.name).join(', ')}`);
    return 2;
  }
  if (words.length < line.length) {
    print(context.out, verbHelp(verb));
    return 0;
  }
  if (rest.length > verb.words.length) {
    showRefusal(
      verb,
      { error: `Cannot ${verb.name}: "${rest[verb.words.length]}" is one word too many` },
      context.err,
    );
    return 2;
  }
  return perform(verb, rest, context);
};
