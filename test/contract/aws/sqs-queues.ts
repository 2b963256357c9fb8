import { CreateQueueCommand, DeleteQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';
import { startSqs } from '../../../infra/sandbox/aws/sqs.ts';
import { closeAll } from '../../aws/stand-in/close-all.ts';
import { givenEndpoint } from '../../aws/stand-in/given-endpoint.ts';
import { uniqueName } from '../../aws/stand-in/unique-name.ts';

/** SQS for one test file. */
export type OpenSqs = {
  readonly client: SQSClient;
  /** Makes one empty queue of each kind and returns their URLs. */
  readonly createQueues: () => Promise<{
    readonly services: string;
    readonly zones: string;
    readonly resync: string;
  }>;
  /** Deletes every queue that was made. */
  readonly close: () => Promise<void>;
};

/** Opens the stand-in that comes with the project, or what `AWS_ENDPOINT_URL` names. */
export const openSqs = async (): Promise<OpenSqs> => {
  const endpoint = givenEndpoint('SQS');
  const standIn = endpoint === undefined ? await startSqs() : undefined;
  const client = new SQSClient(sandboxClientConfig(endpoint ?? standIn?.url ?? ''));
  const urls: string[] = [];
  const create = async (name: string): Promise<string> => {
    const { QueueUrl: url = '' } = await client.send(new CreateQueueCommand({ QueueName: name }));
    urls.push(url);
    return url;
  };
  return {
    client,
    createQueues: async () => {
      const set = uniqueName();
      return {
        services: await create(`${set}-services`),
        zones: await create(`${set}-zones`),
        resync: await create(`${set}-resync`),
      };
    },
    close: () =>
      closeAll([
        ...urls.map((url) => () => client.send(new DeleteQueueCommand({ QueueUrl: url }))),
        async () => client.destroy(),
        () => standIn?.close(),
      ]),
  };
};
