import type { CloudFormationCustomResourceEvent } from 'aws-lambda';

/** CloudFormation takes an answer of at most 4,096 bytes (CloudFormation, "Custom resource response objects"). */
const longestReason = 2_000;

/** What a request came to: nothing to say, or the reason for which it failed. */
export type Answer = { readonly physicalId: string; readonly fault: string | undefined };

/**
 * Tells CloudFormation what a request of a custom resource came to: without that it waits for an hour. Throws if the answer could not
 * be left, and then Lambda runs the function again.
 */
export const answerCloudFormation = async (
  event: CloudFormationCustomResourceEvent,
  { physicalId, fault }: Answer,
): Promise<void> => {
  const { StackId, RequestId, LogicalResourceId } = event;
  const body = JSON.stringify({
    Status: fault === undefined ? 'SUCCESS' : 'FAILED',
    ...(fault !== undefined && { Reason: fault.slice(0, longestReason) }),
    PhysicalResourceId: physicalId,
    StackId,
    RequestId,
    LogicalResourceId,
  });
  const response = await fetch(event.ResponseURL, {
    method: 'PUT',
    // The URL is signed for no type of content, and only bytes are sent without one.
    body: Buffer.from(body),
    headers: { 'content-type': '' },
  });
  if (!response.ok) {
    throw new Error(
      `Cannot answer CloudFormation for ${LogicalResourceId}: the upload came back with ${response.status}`,
    );
  }
};
