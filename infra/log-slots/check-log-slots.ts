import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { createSlotCheck } from './slot-check.ts';

/** Fails a deployment early, and in plain words, where a cluster's log group can't be subscribed to. */
export const handler = createSlotCheck(
  new CloudWatchLogsClient({
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: 2_000,
      requestTimeout: 5_000,
      throwOnRequestTimeout: true,
    },
  }),
);
