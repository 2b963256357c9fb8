import { resolve } from 'node:path';
import { functionEnvironment } from '../../infra/settings/function-environment.ts';
import { readSettings } from '../../infra/settings/read-settings.ts';
import { type FunctionName, functionFields } from '../../lib/config/function-fields.ts';

type Environment = { readonly [name: string]: string };

const shippedFile = resolve(import.meta.dirname, '../../seamark.config.json');

const resources = {
  tableName: 'seamark-shop',
  serviceQueueUrl: 'https://sqs.eu-central-1.amazonaws.com/111122223333/seamark-shop-services',
  zoneQueueUrl: 'https://sqs.eu-central-1.amazonaws.com/111122223333/seamark-shop-zones',
  resyncQueueUrl: 'https://sqs.eu-central-1.amazonaws.com/111122223333/seamark-shop-resync',
  hostedZoneId: 'Z0123456789EXAMPLE',
};

// The keys of functionFields are what FunctionName is made of.
const names = Object.keys(functionFields) as FunctionName[];

/** The environment of every function, as the stack sets it for the settings that come with the project. */
export const deployedEnvironments = async (): Promise<ReadonlyMap<FunctionName, Environment>> => {
  const settings = await readSettings(shippedFile);
  return new Map(names.map((name) => [name, functionEnvironment(name, settings, resources)]));
};
