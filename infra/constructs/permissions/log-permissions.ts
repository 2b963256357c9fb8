import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { allow } from './allow.ts';

/** What every function needs to be heard: its own log group is there before it, so that it makes none. */
export const logPermissions = (logGroupArn: string): readonly PolicyStatement[] =>
  allow('WriteLogs', {
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroupArn],
  });
