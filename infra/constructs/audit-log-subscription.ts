import { Stack } from 'aws-cdk-lib';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup, SubscriptionFilter } from 'aws-cdk-lib/aws-logs';
import { LambdaDestination } from 'aws-cdk-lib/aws-logs-destinations';
import { Construct } from 'constructs';
import { type AuditFilterSettings, auditFilter } from './audit-filter.ts';
import type { FederationFunction } from './federation-function.ts';
import type { LogSlotCheck } from './log-slot-check.ts';

export type AuditLogSubscriptionProps = {
  /** Name of the EKS cluster. */
  readonly cluster: string;
  readonly filter: AuditFilterSettings;
  readonly target: FederationFunction;
  readonly check: LogSlotCheck;
};

/** Where the control plane of an EKS cluster logs (EKS, "Send control plane logs to CloudWatch Logs"). */
export const controlPlaneLogs = (cluster: string): string => `/aws/eks/${cluster}/cluster`;

/** Sends what counts in the audit log of an EKS cluster to functions/audit-logs, which nobody but such a log may call. */
export class AuditLogSubscription extends Construct {
  constructor(scope: Construct, id: string, props: AuditLogSubscriptionProps) {
    super(scope, id);
    const { cluster, filter, target, check } = props;
    const logGroupName = controlPlaneLogs(cluster);
    const logGroup = LogGroup.fromLogGroupName(this, 'LogGroup', logGroupName);
    const destinationArn = target.fn.functionArn;
    // The destination's own permission leaves out the account.
    const permission = new CfnPermission(this, 'Permission', {
      action: 'lambda:InvokeFunction',
      functionName: destinationArn,
      principal: 'logs.amazonaws.com',
      sourceAccount: Stack.of(this).account,
      sourceArn: logGroup.logGroupArn,
    });
    const subscription = new SubscriptionFilter(this, 'Resource', {
      logGroup,
      destination: new LambdaDestination(target.fn, { addPermissions: false }),
      filterPattern: FilterPattern.literal(auditFilter(cluster, filter)),
    });
    const slot = check.before({ cluster, logGroupName, destinationArn });
    subscription.node.addDependency(permission, slot);
  }
}
