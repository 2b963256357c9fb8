import type { Context } from 'aws-lambda';

/** The context of one invocation that has half a minute left. */
export const lambdaContext = (awsRequestId: string): Context => ({
  awsRequestId,
  callbackWaitsForEmptyEventLoop: true,
  functionName: 'seamark-test',
  functionVersion: '$LATEST',
  invokedFunctionArn: 'arn:aws:lambda:eu-west-1:111122223333:function:seamark-test',
  memoryLimitInMB: '512',
  logGroupName: '/aws/lambda/seamark-test',
  logStreamName: 'test',
  getRemainingTimeInMillis: () => 30_000,
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
});
