import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createRoleCredentials } from '../../lib/adapters/sts/role-credentials.ts';
import { systemClock } from '../../lib/adapters/system/system-clock.ts';
import type { CredentialsProvider, RoleCredentials } from '../../lib/ports/aws-credentials.ts';

/** Credentials of the roles that a function assumes; sessions are named after it, so that the audit trail of the role tells who it was. */
export const assumedRoles = (functionName: string, client: DynamoDBClient): RoleCredentials =>
  createRoleCredentials({
    own: client.config.credentials,
    sessionName: `seamark-${functionName}`,
    region: client.config.region,
    now: systemClock.now,
  });

/** Credentials for Route 53 where the zone is another account's: those of the role that the settings name there. */
export const zoneCredentials = (
  functionName: string,
  { zoneRoleArn }: { readonly zoneRoleArn?: string },
  client: DynamoDBClient,
): { readonly credentials?: CredentialsProvider } =>
  zoneRoleArn === undefined
    ? {}
    : { credentials: assumedRoles(functionName, client).of(zoneRoleArn) };
