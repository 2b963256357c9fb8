import { randomUUID } from 'node:crypto';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { main } from '../command/main.ts';
import { type StandIn, standInOf } from './stand-in/detect-stand-in.ts';
import { type AwsService, givenEndpoint } from './stand-in/given-endpoint.ts';
import { findLeftovers } from './stand-in/leftovers.ts';
import { gapsOf } from './stand-in/read-gaps.ts';
import { createTally, type Tally } from './stand-in/tally.ts';
import { nameRun, runPrefix } from './stand-in/unique-name.ts';

/** What runs against what `AWS_ENDPOINT_URL` names, else on the parts that come with the project. */
const suites = ['test/contract/aws/**/*.test.ts', 'test/aws/**/*.test.ts'];

const services: readonly AwsService[] = [
  'DYNAMODB',
  'SQS',
  'ROUTE_53',
  'SECRETS_MANAGER',
  'STS',
  'EKS',
  'CLOUDFORMATION',
];

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Says in one line what the suites run on. */
const sayWhere = async (): Promise<readonly StandIn[]> => {
  const found = new Map<string, StandIn>();
  for (const service of services) {
    const endpoint = givenEndpoint(service);
    found.set(endpoint ?? 'this process', await standInOf(service));
  }
  const places = [...found].map(([place, standIn]) => `${standIn} at ${place}`);
  print(
    [...found.values()].every((standIn) => standIn === 'embedded')
      ? 'AWS_ENDPOINT_URL is not set: the suites run on the embedded stand-ins, and no stack is deployed.'
      : `The suites run on ${places.join(', ')}.`,
  );
  return [...new Set(found.values())];
};

/** Runs the suites and prints what they report; what they counted. */
const runSuites = async (signal: AbortSignal): Promise<Tally> => {
  const tally = createTally();
  const events = run({ globPatterns: suites, concurrency: true, signal });
  events.on('test:start', (event) => tally.started(event));
  events.on('test:pass', (event) => tally.passed(event));
  events.on('test:fail', (event) => tally.failed(event));
  const reporter = events.compose(new spec());
  for await (const text of reporter) process.stdout.write(String(text));
  return tally;
};

/** Prints each known difference of the stand-ins with the number of tests that it left out; what is wrong with the list. */
const tellGaps = (standIns: readonly StandIn[], tally: Tally): readonly string[] => {
  const faults: string[] = [];
  for (const standIn of standIns) {
    const { behaviour, resourceTypes, attributes } = gapsOf(standIn);
    if (behaviour.length > 0) print(`\nWhere ${standIn} differs from AWS (stand-in-gaps.json):`);
    for (const [type, { does, instead }] of Object.entries(resourceTypes)) {
      print(`  ${type} in a template: it ${does}; instead: ${instead}`);
    }
    for (const [attribute, does] of Object.entries(attributes)) {
      print(`  ${attribute} in a template: ${does}`);
    }
    for (const { does, shows, chance } of behaviour) {
      const tests = [...Object.keys(shows), ...chance];
      print(`  it ${does}: ${tests.length} left out`);
      faults.push(
        ...tests
          .filter((name) => !tally.names.has(name))
          .map((name) => `stand-in-gaps.json names "${name}", which no suite has`),
      );
    }
  }
  return faults;
};

const runAll = async (signal: AbortSignal): Promise<boolean> => {
  const standIns = await sayWhere();
  nameRun(randomUUID().slice(0, 8));
  const tally = await runSuites(signal);
  const faults = [...tellGaps(standIns, tally)];
  for (const left of await findLeftovers(runPrefix())) faults.push(`left behind: ${left}`);
  for (const fault of faults) print(`✖ ${fault}`);
  const failed = tally.count.failed + faults.length;
  print(`\n${tally.count.passed} passed, ${failed} failed, ${tally.count.skipped} skipped`);
  return failed === 0;
};

await main({
  name: 'test:aws',
  summary:
    'Runs the contract suites of the adapters for AWS, and deploys the template where a stand-in takes it.',
  usage: [],
  flags: [],
  detail: [
    'AWS_ENDPOINT_URL says where the stand-in is; without it, the suites run on the parts that come with the project.',
    'Ends with 1 if a test failed, or something was left behind.',
  ],
  run: async (_, { signal }) => {
    const good = await runAll(signal);
    // Tests that were cut short are no failures.
    signal.throwIfAborted();
    return good ? 0 : 1;
  },
});
