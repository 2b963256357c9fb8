import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';
import { startSqs } from '../../../infra/sandbox/aws/sqs.ts';
import { givenEndpoint } from './given-endpoint.ts';

/** SQS for one test file. */
export type OpenSqs = {
  readonly client: SQSClient;
  /** Makes a pair of empty queues and returns their URLs. */
  readonly createQueues: () => Promise<{ readonly services: string; readonly zones: string }>;
  readonly close: () => Promise<void>;
};

/** Opens the stand-in, or what `AWS_ENDPOINT_URL_SQS` names. */
export const openSqs = async (): Promise<OpenSqs> => {
  const endpoint = givenEndpoint('SQS');
  const standIn = endpoint === undefined ? await startSqs() : undefined;
  const client = new SQSClient(sandboxClientConfig(endpoint ?? standIn?.url ?? ''));
  const create = async (name: string): Promise<string> => {
    const { QueueUrl: url } = await client.send(new CreateQueueCommand({ QueueName: name }));
    return url ?? '';
  };
  let pairs = 0;
  return {
    client,
    createQueues: async () => {
      pairs += 1;
      const pair = `${process.pid}-${process.hrtime.bigint()}-${pairs}`;
      return { services: await create(`services-${pair}`), zones: await create(`zones-${pair}`) };
    },
    close: async () => {
      client.destroy();
      await standIn?.close();
    },
  };
};
