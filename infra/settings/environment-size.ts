import { type FunctionName, functionFields } from '../../lib/config/function-fields.ts';
import { type Fault, faultAt } from './faults.ts';
import { functionEnvironment } from './function-environment.ts';
import type { FederationSettings } from './settings.ts';
import { type Resources, variables } from './variables.ts';

/** Bytes that all variables of a function may have together; Lambda measures them as JSON (Lambda quotas: 4 KB). */
const mostBytes = 4_096;

/** Names as long as CloudFormation makes them: the true ones are known only once they stand. */
const longestResources = ({ account, region }: FederationSettings): Resources => {
  const queueUrl = `https://sqs.${region}.amazonaws.com/${account}/${'q'.repeat(80)}`;
  return {
    tableName: 't'.repeat(80),
    serviceQueueUrl: queueUrl,
    zoneQueueUrl: queueUrl,
    resyncQueueUrl: queueUrl,
    hostedZoneId: 'Z'.repeat(32),
  };
};

/** A fault for each function whose environment Lambda would refuse, at the setting that takes most of it. */
export const environmentFaults = (settings: FederationSettings): readonly Fault[] => {
  // The keys of an object literal of that type.
  const names = Object.keys(functionFields) as FunctionName[];
  return names.flatMap((name) => {
    const environment = functionEnvironment(name, settings, longestResources(settings));
    const total = bytes(environment);
    return total <= mostBytes ? [] : [tooLarge(name, environment, total)];
  });
};

const tooLarge = (
  name: FunctionName,
  environment: { readonly [variable: string]: string },
  total: number,
): Fault => {
  const [largest = '', size = 0] =
    Object.entries(environment)
      .map(([variable, text]) => [variable, bytes(text)] as const)
      .sort(([, one], [, other]) => other - one)[0] ?? [];
  const place = settingOf(largest);
  return faultAt(
    place,
    `makes ${largest} ${size} bytes long, and with it the environment of ${name} ${total} bytes; Lambda takes ${mostBytes}: shorten it`,
  );
};

const settingOf = (variable: string): string =>
  Object.entries(variables).find(([name]) => name === variable)?.[1].of[0] ?? 'the file';

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
