import {
  CreateStackCommand,
  DescribeStacksCommand,
  waitUntilStackCreateComplete,
} from '@aws-sdk/client-cloudformation';
import { uniqueName } from '../stand-in/unique-name.ts';
import type { AwsClients } from './aws-clients.ts';
import { deleteStack } from './deploy-stack.ts';
import type { Template } from './template.ts';

/**
 * What a stand-in gives for an attribute that is a list of texts, by a stack of one resource of the type as it stands in a template;
 * undefined if it gives nothing.
 */
export const readAttribute = async (
  clients: AwsClients,
  template: Template,
  [type, attribute]: readonly [type: string, attribute: string],
): Promise<string | undefined> => {
  const found = Object.values(template.Resources).find((each) => each.Type === type);
  if (found === undefined) throw new Error(`Cannot read ${attribute}: there is no ${type}`);
  const { Type, Properties } = found;
  const StackName = uniqueName();
  const value = { 'Fn::Join': [' ', { 'Fn::GetAtt': ['One', attribute] }] };
  const body = { Resources: { One: { Type, Properties } }, Outputs: { Value: { Value: value } } };
  const TemplateBody = JSON.stringify(body);
  const { cloudFormation: client } = clients;
  await client.send(new CreateStackCommand({ StackName, TemplateBody }));
  try {
    await waitUntilStackCreateComplete({ client, maxWaitTime: 60, minDelay: 1 }, { StackName });
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName }));
    return stack?.Outputs?.[0]?.OutputValue;
  } finally {
    await deleteStack(clients, StackName);
  }
};
