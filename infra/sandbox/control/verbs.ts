/** One verb of the sandbox: a command line, and an HTTP call on `control`. */
export type Verb = {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Names of its words in order; each becomes a field of the body. */
  readonly words: readonly Word[];
  readonly summary: string;
  /** More lines for `--help`. */
  readonly detail: string;
};

/** A word that a verb takes. */
export type Word = 'member' | 'cluster' | 'service' | 'target' | 'on';

/** How a usage line shows each word. */
const shown: { readonly [word in Word]: string } = {
  member: '<cluster>',
  cluster: '<cluster>',
  service: '<namespace>/<name>',
  target: 'route53',
  on: '<on|off>',
};

/** Name of each word in the body of the HTTP call. */
export const fieldOf: { readonly [word in Word]: string } = {
  member: 'cluster',
  cluster: 'cluster',
  service: 'service',
  target: 'target',
  on: 'on',
};

/** All verbs, in the order in which help lists them. */
export const verbs: readonly Verb[] = [
  {
    name: 'status',
    method: 'GET',
    words: [],
    summary: 'clusters, federated Services, their conditions and DNS names',
    detail: 'A name shows its addresses, or the level that it falls up to and why.',
  },
  {
    name: 'drain',
    method: 'POST',
    words: ['member', 'service'],
    summary: 'make all endpoints of a Service in one cluster unready',
    detail:
      'Holds until fill, even if the Service is deleted and made anew. The names of the\ncluster fall up to the next level once Seamark has noticed.',
  },
  {
    name: 'fill',
    method: 'POST',
    words: ['member', 'service'],
    summary: 'make them ready again',
    detail: 'The opposite of drain.',
  },
  {
    name: 'stop-cluster',
    method: 'POST',
    words: ['cluster'],
    summary: 'silence the Kubernetes API of a cluster',
    detail:
      'Connections are refused until start-cluster; what the cluster stores stays. Its\nload balancers still answer in DNS: a silent API alone never empties a name.',
  },
  {
    name: 'start-cluster',
    method: 'POST',
    words: ['cluster'],
    summary: 'let it answer again',
    detail: 'The opposite of stop-cluster.',
  },
  {
    name: 'throttle',
    method: 'POST',
    words: ['target', 'on'],
    summary: 'make Route 53 answer every call with Throttling',
    detail: 'Changes wait; they are published soon after throttling is off again.',
  },
  {
    name: 'records',
    method: 'GET',
    words: [],
    summary: 'every record set of the hosted zone',
    detail: 'One value a line: name, TTL, type, value.',
  },
  {
    name: 'resync',
    method: 'POST',
    words: [],
    summary: 'run the resync function now',
    detail: 'It runs by itself every minute; this does not wait for that.',
  },
];

/** The verb of that name. */
export const findVerb = (name: string | undefined): Verb | undefined =>
  verbs.find((verb) => verb.name === name);

/** The command line of a verb, such as `drain <cluster> <namespace>/<name>`. */
export const usageOf = (verb: Verb): string =>
  [verb.name, ...verb.words.map((word) => shown[word])].join(' ');
