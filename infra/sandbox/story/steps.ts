import { type FederatedName, federatedNames } from '../federated-names.ts';
import type { NameStates } from '../name-state.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Screen } from '../view/screen.ts';
import { waitUntil } from '../wait-until.ts';
import { example } from './example.ts';
import { type AddressesByCluster, differences, expectedStates } from './expected-states.ts';
import { createLookUp, type LookUp } from './look-up.ts';

/** What every step of the story has at hand. */
export type Teller = {
  readonly sandbox: Sandbox;
  readonly screen: Screen;
  readonly lookUp: LookUp;
  readonly names: FederatedName;
  readonly now: () => number;
  readonly signal: AbortSignal;
};

const stepLimitMs = 25_000;
const lookEveryMs = 150;

/** Begins the story of one sandbox. */
export const createTeller = (
  sandbox: Sandbox,
  context: Pick<Teller, 'screen' | 'now' | 'signal'>,
): Teller => ({
  ...context,
  sandbox,
  lookUp: createLookUp(sandbox.endpoints.dns),
  names: federatedNames(sandbox.topology, example.key),
});

/** What a step waits for. */
export type Awaited<T> = {
  readonly label: string;
  /** Completes the sentence "Cannot see …". */
  readonly what: string;
  readonly look: () => Promise<T | undefined>;
  readonly whyNot: () => string;
  readonly detail: (found: T) => string;
};

/** Waits for one thing and shows that it came, or shows why it did not and throws. */
export const awaitStep = async <T>(teller: Teller, awaited: Awaited<T>): Promise<T> => {
  const step = teller.screen.step(awaited.label);
  try {
    const wait = {
      what: awaited.what,
      limitMs: stepLimitMs,
      everyMs: lookEveryMs,
      now: teller.now,
      signal: teller.signal,
    };
    const found = await waitUntil(awaited.look, wait, awaited.whyNot);
    step.done(awaited.detail(found));
    return found;
  } catch (error) {
    step.failed(`${awaited.what} did not come about`);
    throw error;
  }
};

const inShort = (open: readonly string[]): string => {
  const [first = '', ...others] = open;
  return others.length > 0 ? `${first}, and ${others.length} more names differ` : first;
};

/** Waits until every name answers what the given addresses make of it, over DNS. */
export const awaitNames = (
  teller: Teller,
  addresses: AddressesByCluster,
  detail: string,
): Promise<NameStates> => {
  const expected = expectedStates(teller.names, addresses);
  let open: readonly string[] = [];
  return awaitStep(teller, {
    label: 'names',
    what: `the expected answer of all ${expected.size} names`,
    look: async () => {
      const found = await teller.lookUp.states(teller.names);
      open = differences(expected, found);
      return open.length === 0 ? found : undefined;
    },
    whyNot: () => inShort(open),
    detail: () => detail,
  });
};
