import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import type { OpenFederation } from './open-federation.ts';

/** The logical id of the resource at a path of constructs below the stack, such as `Zones/Queue`. */
const logicalIdAt = ({ synthesised, stack }: OpenFederation, path: string): string => {
  const wanted = [`${stack.name}/${path}/Resource`, `${stack.name}/${path}/Resource/Resource`];
  const found = Object.entries(synthesised.Resources).filter(([, { Metadata: data }]) =>
    wanted.includes(data?.['aws:cdk:path'] ?? ''),
  );
  const [[logicalId] = [], ...others] = found;
  if (logicalId === undefined || others.length > 0) {
    throw new Error(`Cannot find one resource at ${path}: there are ${found.length}`);
  }
  return logicalId;
};

/** The physical id of what stands for the resource at a path; throws if nothing does. */
export const physicalIdAt = (open: OpenFederation, path: string): string => {
  const id = open.stack.physicalIds.get(logicalIdAt(open, path));
  if (id === undefined) throw new Error(`Cannot find what was made of ${path}`);
  return id;
};

/** All attributes of the queue at a path, and its URL. */
export const queueAt = async (open: OpenFederation, path: string) => {
  const url = physicalIdAt(open, path);
  const { Attributes: attributes = {} } = await open.clients.sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
  );
  return { url, attributes };
};

/** The configuration of a function, by the name of its source file. */
export const functionNamed = (open: OpenFederation, name: string) =>
  open.clients.lambda.send(
    new GetFunctionConfigurationCommand({ FunctionName: physicalIdAt(open, `Functions/${name}`) }),
  );
