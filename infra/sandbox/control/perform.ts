import type { SandboxControls } from './sandbox-controls.ts';
import { fieldOf, type Verb, verbs, type Word } from './verbs.ts';

/** A request that cannot be met as it stands; `choices` lists what could have been asked. */
export class RefusedRequest extends Error {
  readonly choices: readonly string[];

  constructor(message: string, choices: readonly string[]) {
    super(message);
    this.name = 'RefusedRequest';
    this.choices = choices;
  }
}

/** The body of a call: one text a word. */
export type VerbWords = { readonly [field: string]: unknown };

const choicesFor = (word: Word, words: VerbWords, controls: SandboxControls): readonly string[] => {
  switch (word) {
    case 'member':
      return controls.members;
    case 'cluster':
      return controls.clusters;
    case 'service':
      return controls.servicesIn(String(words['cluster']));
    case 'target':
      return ['route53'];
    case 'on':
      return ['on', 'off'];
  }
};

const nouns: { readonly [word in Word]: string } = {
  member: 'member cluster',
  cluster: 'cluster',
  service: 'Service',
  target: 'target',
  on: 'setting',
};

const textOf = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'string' ? value : '';
};

const checkWords = (verb: Verb, words: VerbWords, controls: SandboxControls): void => {
  for (const word of verb.words) {
    const text = textOf(words[fieldOf[word]]);
    const choices = choicesFor(word, words, controls);
    if (choices.includes(text)) continue;
    const where = word === 'service' ? ` in ${String(words['cluster'])}` : '';
    const noun = `${nouns[word]}${where}`;
    throw new RefusedRequest(
      text === ''
        ? `Cannot ${verb.name}: no ${noun} named`
        : `Cannot ${verb.name} "${text}": no such ${noun}`,
      choices,
    );
  }
};

type Action = (words: { readonly [field: string]: string }, controls: SandboxControls) => unknown;

const actions: { readonly [verb: string]: Action } = {
  status: (_, controls) => controls.status(),
  records: (_, controls) => ({ records: controls.records() }),
  drain: ({ cluster = '', service = '' }, controls) => {
    controls.drain(cluster, service);
    return { message: `Drained ${service} in ${cluster}: its endpoints turn unready` };
  },
  fill: ({ cluster = '', service = '' }, controls) => {
    controls.fill(cluster, service);
    return { message: `Filled ${service} in ${cluster}: its endpoints turn ready` };
  },
  'stop-cluster': async ({ cluster = '' }, controls) => {
    await controls.stopCluster(cluster);
    return { message: `Stopped ${cluster}: its Kubernetes API refuses connections` };
  },
  'start-cluster': async ({ cluster = '' }, controls) => {
    await controls.startCluster(cluster);
    return { message: `Started ${cluster}: its Kubernetes API answers` };
  },
  throttle: ({ on }, controls) => {
    controls.throttleRoute53(on === 'on');
    const effect = on === 'on' ? 'answers every call with Throttling' : 'answers as usual';
    return { message: `Route 53 ${effect}` };
  },
  resync: async (_, controls) => {
    await controls.resync();
    return { message: 'The resync function has run' };
  },
};

/** Does what a verb says. Throws `RefusedRequest` for a word that names nothing. */
export const perform = async (
  verb: Verb,
  words: VerbWords,
  controls: SandboxControls,
): Promise<unknown> => {
  checkWords(verb, words, controls);
  const texts = Object.fromEntries(
    Object.entries(words).map(([field, value]) => [field, textOf(value)]),
  );
  const action = actions[verb.name];
  if (!action) throw new Error(`Cannot ${verb.name}: the verb has no action`);
  return action(texts, controls);
};

/** The refusal of a verb that does not exist. */
export const noSuchVerb = (name: string): RefusedRequest =>
  new RefusedRequest(
    name === '' ? 'Cannot do that: no verb named' : `Cannot do "${name}": no such verb`,
    verbs.map((verb) => verb.name),
  );
