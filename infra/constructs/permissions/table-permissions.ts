import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { FunctionName } from '../../function-limits.ts';
import { allow } from './allow.ts';

/** Asking for a pass raises the row's generation; only intake also asks whether a key is known. */
const intake = ['dynamodb:GetItem', 'dynamodb:UpdateItem'];

/** Calls of lib/adapters/dynamodb that each function makes. */
const actions: { readonly [name in FunctionName]: readonly string[] } = {
  'audit-webhook': intake,
  'audit-logs': intake,
  'reconcile-service': ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
  'publish-zone': [
    'dynamodb:BatchGetItem',
    'dynamodb:DeleteItem',
    'dynamodb:GetItem',
    'dynamodb:Query',
    'dynamodb:Scan',
    'dynamodb:UpdateItem',
  ],
  // It reads the whole table at once, keeps how far it came, and forgets that in the end.
  resync: ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:Scan', 'dynamodb:UpdateItem'],
  'cluster-health': ['dynamodb:UpdateItem'],
};

/** What a function may do with the table. There is no index; the resync and the sweep of a hosted zone scan. */
export const tablePermissions = (
  name: FunctionName,
  tableArn: string,
): readonly PolicyStatement[] =>
  allow('UseTable', { actions: actions[name], resources: [tableArn] });
