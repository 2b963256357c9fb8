import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { answerCloudFormation } from './answer-cloudformation.ts';
import { findSlotFault, type WantedSubscription } from './find-slot-fault.ts';

const client = new CloudWatchLogsClient({
  requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000 },
});

/** Fails a deployment early, and in plain words, where a cluster's log group can't be subscribed to. */
export const handler = async (event: CloudFormationCustomResourceEvent): Promise<void> => {
  const wanted = wantedOf(event.ResourceProperties);
  const fault = event.RequestType === 'Delete' ? undefined : await faultOf(wanted);
  await answerCloudFormation(event, { physicalId: wanted.logGroup, fault });
};

/** A failure to look is a fault too: the deployment could not be told apart from one that must fail. */
const faultOf = async (wanted: WantedSubscription): Promise<string | undefined> => {
  try {
    return await findSlotFault(client, wanted);
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return `Cannot look at the subscription filters of log group ${wanted.logGroup}: CloudWatch Logs says ${reason}`;
  }
};

const wantedOf = (
  properties: CloudFormationCustomResourceEvent['ResourceProperties'],
): WantedSubscription => ({
  cluster: String(properties['Cluster']),
  logGroup: String(properties['LogGroup']),
  destinationArn: String(properties['DestinationArn']),
});
