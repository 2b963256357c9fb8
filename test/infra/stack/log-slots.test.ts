import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { createSlotCheck } from '../../../infra/log-slots/slot-check.ts';
import { listenOnLoopback } from '../../../infra/sandbox/aws/listen-on-loopback.ts';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';
import { type ListedFilter, startLogsService } from './logs-service.ts';

const ours = 'arn:aws:lambda:eu-west-1:444455556666:function:audit-logs';
const group = '/aws/eks/oslo/cluster';
const filter = (filterName: string, destinationArn: string): ListedFilter => ({
  filterName,
  destinationArn,
});
const siem = filter('siem', 'arn:aws:kinesis:eu-west-1:444455556666:stream/siem');
const bill = filter('bill', 'arn:aws:lambda:eu-west-1:444455556666:function:bill');

type Answered = {
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly body: { readonly [key: string]: string };
};

/** Plays CloudFormation: sends one request to the handler and returns what the handler left at the signed URL. */
const ask = async (asked: {
  readonly type?: 'Create' | 'Update' | 'Delete';
  readonly groups?: { readonly [logGroup: string]: readonly ListedFilter[] };
  readonly denied?: boolean;
  readonly upload?: number;
}): Promise<Answered | undefined> => {
  const logs = await startLogsService({
    groups: asked.groups ?? {},
    denied: asked.denied ?? false,
  });
  let answered: Answered | undefined;
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    answered = { headers: request.headers, body: JSON.parse(await text(request)) };
    response.writeHead(request.method === 'PUT' ? (asked.upload ?? 200) : 405).end();
  };
  const bucket = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  const port = await listenOnLoopback(bucket, 0, 'S3');
  const client = new CloudWatchLogsClient({ ...sandboxClientConfig(logs.url), maxAttempts: 1 });
  try {
    await createSlotCheck(client)(event(asked.type ?? 'Create', `http://127.0.0.1:${port}/?sig=1`));
    return answered;
  } finally {
    client.destroy();
    bucket.closeAllConnections();
    await new Promise((resolve) => bucket.close(resolve));
    await logs.close();
  }
};

const event = (
  RequestType: 'Create' | 'Update' | 'Delete',
  ResponseURL: string,
): CloudFormationCustomResourceEvent => {
  const properties = {
    ServiceToken: 'arn',
    Cluster: 'oslo',
    LogGroup: group,
    DestinationArn: ours,
  };
  const common = {
    ServiceToken: 'arn',
    ResponseURL,
    StackId: 'stack-1',
    RequestId: 'request-1',
    LogicalResourceId: 'SlotCheck',
    ResourceType: 'Custom::LogSlotCheck',
    ResourceProperties: properties,
  };
  switch (RequestType) {
    case 'Create':
      return { ...common, RequestType };
    case 'Update':
      return {
        ...common,
        RequestType,
        PhysicalResourceId: group,
        OldResourceProperties: properties,
      };
    case 'Delete':
      return { ...common, RequestType, PhysicalResourceId: group };
  }
};

describe('the check of a log group before it is subscribed to', () => {
  for (const [what, filters] of [
    ['nobody subscribes to it', []],
    ['one slot is free', [siem]],
    ['it is subscribed to already', [siem, filter('ours', ours)]],
  ] as const) {
    it(`succeeds where ${what}`, async () => {
      const answer = await ask({ groups: { [group]: filters } });
      assert.deepEqual(answer?.body, {
        Status: 'SUCCESS',
        PhysicalResourceId: group,
        StackId: 'stack-1',
        RequestId: 'request-1',
        LogicalResourceId: 'SlotCheck',
      });
    });
  }

  it('fails where both slots are taken, and names the group, who has them and the ways out', async () => {
    const answer = await ask({ groups: { [group]: [siem, bill] } });
    assert.equal(answer?.body['Status'], 'FAILED');
    assert.equal(
      answer?.body['Reason'],
      'Cannot subscribe to the audit log of EKS cluster oslo: log group /aws/eks/oslo/cluster takes 2 subscription filters, and both are taken: ' +
        'siem (to arn:aws:kinesis:eu-west-1:444455556666:stream/siem), bill (to arn:aws:lambda:eu-west-1:444455556666:function:bill). ' +
        'Have the two readers share one filter (an account-level subscription, or a stream with several consumers), delete the other with ' +
        'aws logs delete-subscription-filter --log-group-name /aws/eks/oslo/cluster --filter-name NAME, and deploy again. ' +
        'Or set auditLogs of the cluster to false: the resync then finds its changes.',
    );
  });

  it('fails where there is no such group, and says how to turn the log on', async () => {
    const answer = await ask({ groups: {} });
    assert.equal(answer?.body['Status'], 'FAILED');
    assert.match(
      String(answer?.body['Reason']),
      /^Cannot subscribe to the audit log of EKS cluster oslo: log group \/aws\/eks\/oslo\/cluster does not exist\. Turn audit logging on and deploy again: aws eks update-cluster-config --name oslo --logging '\{"clusterLogging":/,
    );
  });

  it('fails where the group can not be looked at, in the words of CloudWatch Logs', async () => {
    const answer = await ask({ groups: { [group]: [] }, denied: true });
    assert.equal(answer?.body['Status'], 'FAILED');
    assert.match(
      String(answer?.body['Reason']),
      /^Cannot look at the subscription filters of log group \/aws\/eks\/oslo\/cluster: CloudWatch Logs says AccessDeniedException: User: .* is not authorized/,
    );
  });

  it('looks again when its group or its destination changes', async () => {
    const answer = await ask({ type: 'Update', groups: { [group]: [siem, bill] } });
    assert.equal(answer?.body['Status'], 'FAILED');
  });

  it('never holds up a deletion', async () => {
    const answer = await ask({ type: 'Delete', groups: {}, denied: true });
    assert.equal(answer?.body['Status'], 'SUCCESS');
  });

  it('sends no type of content, as the URL is signed for none', async () => {
    const answer = await ask({ groups: { [group]: [] } });
    assert.equal(answer?.headers['content-type'], '');
  });

  it('fails itself, to be run again, if its answer could not be left', async () => {
    await assert.rejects(
      ask({ groups: { [group]: [] }, upload: 403 }),
      /^Error: Cannot answer CloudFormation for SlotCheck: the upload came back with 403$/,
    );
  });
});
