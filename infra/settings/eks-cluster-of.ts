import type { EksCluster } from './settings.ts';
import type { SettingsFile } from './settings-file.ts';

type Host = NonNullable<SettingsFile['host']['eks']>;

/** The stack's own place, and so that of every cluster that names no other. */
type Home = Pick<SettingsFile, 'account' | 'region'>;

/** A cluster on EKS with what its entry leaves out: the account of its role, and audit logs wherever they can be had. */
export const eksClusterOf = (entry: Host, home: Home): EksCluster => {
  const region = entry.region ?? home.region;
  const account = entry.account ?? accountOfRole(entry.roleArn) ?? home.account;
  return {
    name: entry.name,
    region,
    account,
    ...(entry.roleArn === undefined ? {} : { roleArn: entry.roleArn }),
    auditLogs: entry.auditLogs ?? (region === home.region && account === home.account),
  };
};

/** The account in the ARN of a role. */
export const accountOfRole = (roleArn: string | undefined): string | undefined =>
  roleArn?.split(':')[4];
