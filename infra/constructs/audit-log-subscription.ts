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

/** Sends what counts in the audit log of an EKS cluster to functions/audit-logs, which nobody but that log may call. */
export class AuditLogSubscription extends Construct {
  constructor(scope: Construct, id: string, props: AuditLogSubscriptionProps) {
    super(scope, id);
    const { cluster, filter, target, check } = props;
    const logGroupName = controlPlaneLogs(cluster);
    const subscription = new SubscriptionFilter(this, 'Resource', {
      logGroup: LogGroup.fromLogGroupName(this, 'LogGroup', logGroupName),
      destination: new LambdaDestination(target.fn),
      filterPattern: FilterPattern.literal(auditFilter(cluster, filter)),
    });
    const destinationArn = target.fn.functionArn;
    subscription.node.addDependency(check.before({ cluster, logGroupName, destinationArn }));
  }
}
