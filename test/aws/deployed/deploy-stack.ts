import {
  CreateStackCommand,
  DeleteStackCommand,
  DescribeStacksCommand,
  paginateListStackResources,
  waitUntilStackCreateComplete,
  waitUntilStackDeleteComplete,
} from '@aws-sdk/client-cloudformation';
import type { AwsClients } from './aws-clients.ts';
import { propertiesOutput } from './fit-template.ts';
import { makeByApi } from './make-by-api.ts';
import { isObject, type Json, type Template } from './template.ts';

/** A stack that stands. */
export type DeployedStack = {
  readonly name: string;
  /** What it was made from. */
  readonly template: Template;
  /** Physical ids of what CloudFormation made, by logical id. */
  readonly physicalIds: ReadonlyMap<string, string>;
  readonly outputs: ReadonlyMap<string, string>;
};

const waiting = { maxWaitTime: 120, minDelay: 1, maxDelay: 2 };

/**
 * Creates a stack and waits until it stands.
 *
 * @throws the service's own error, and what the waiter throws when the stack fails or takes two minutes
 */
export const deployStack = async (
  { cloudFormation: client }: AwsClients,
  {
    name,
    template,
    url,
  }: { readonly name: string; readonly template: Template; readonly url: string },
): Promise<DeployedStack> => {
  const Capabilities = ['CAPABILITY_IAM' as const];
  await client.send(new CreateStackCommand({ StackName: name, TemplateURL: url, Capabilities }));
  await waitUntilStackCreateComplete({ client, ...waiting }, { StackName: name });
  const physicalIds = new Map<string, string>();
  for await (const page of paginateListStackResources({ client }, { StackName: name })) {
    for (const resource of page.StackResourceSummaries ?? []) {
      const { LogicalResourceId: logicalId, PhysicalResourceId: physicalId = '' } = resource;
      if (logicalId !== undefined) physicalIds.set(logicalId, physicalId);
    }
  }
  return { name, template, physicalIds, outputs: await outputsOf(client, name) };
};

const outputsOf = async (
  client: AwsClients['cloudFormation'],
  name: string,
): Promise<ReadonlyMap<string, string>> => {
  const { Stacks: [stack] = [] } = await client.send(
    new DescribeStacksCommand({ StackName: name }),
  );
  return new Map(
    (stack?.Outputs ?? []).map(({ OutputKey: key = '', OutputValue: value = '' }) => [key, value]),
  );
};

/** Makes by other APIs what the stand-in left out and wrote the properties of; what removes it all, in that order. */
export const makeTheRest = async (
  clients: AwsClients,
  { template, outputs }: DeployedStack,
): Promise<readonly (() => Promise<unknown>)[]> => {
  const removals: (() => Promise<unknown>)[] = [];
  for (const [key, value] of outputs) {
    if (!key.startsWith(propertiesOutput)) continue;
    const name = key.slice(propertiesOutput.length);
    // The stand-in wrote the properties of the template as JSON.
    const properties = JSON.parse(value) as Json;
    if (!isObject(properties)) throw new Error(`Cannot make ${name}: output ${key} is no object`);
    const type = template.Resources[name]?.Type ?? '';
    const remove = await makeByApi(clients, type, { name, properties });
    if (remove !== undefined) removals.unshift(remove);
  }
  return removals;
};

/** Deletes a stack and waits until it is gone. */
export const deleteStack = async (
  { cloudFormation: client }: AwsClients,
  name: string,
): Promise<void> => {
  await client.send(new DeleteStackCommand({ StackName: name }));
  await waitUntilStackDeleteComplete({ client, ...waiting }, { StackName: name });
};
