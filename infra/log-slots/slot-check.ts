import type { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { answerCloudFormation } from './answer-cloudformation.ts';
import { findSlotFault, type WantedSubscription } from './find-slot-fault.ts';

/** The handler of a custom resource that exists only if a log group can be subscribed to. It holds nothing, so that it always goes. */
export const createSlotCheck =
  (client: CloudWatchLogsClient) =>
  async (event: CloudFormationCustomResourceEvent): Promise<void> => {
    const wanted = wantedOf(event.ResourceProperties);
    const fault = event.RequestType === 'Delete' ? undefined : await faultOf(client, wanted);
    await answerCloudFormation(event, { physicalId: wanted.logGroup, fault });
  };

/** A failure to look is a fault too: a deployment that may fail later is no better than one that fails now. */
const faultOf = async (
  client: CloudWatchLogsClient,
  wanted: WantedSubscription,
): Promise<string | undefined> => {
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
