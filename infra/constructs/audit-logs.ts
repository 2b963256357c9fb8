import { Duration } from 'aws-cdk-lib';
import { EventInvokeConfig } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from '../nag.ts';
import type { EksCluster, FederationSettings } from '../settings/settings.ts';
import type { AuditFilterSettings } from './audit-filter.ts';
import { AuditLogSubscription, controlPlaneLogs } from './audit-log-subscription.ts';
import { createDeadLetterQueue } from './dead-letter-queue.ts';
import type { FederationFunction } from './federation-function.ts';
import { LogSlotCheck } from './log-slot-check.ts';

export type AuditLogsProps = {
  readonly settings: FederationSettings;
  readonly bundleDirOf: (name: string) => string;
  /** Makes the function, which may send what it failed at to the queue. */
  readonly createTarget: (deadLetters: Queue) => FederationFunction;
};

/** The EKS clusters whose audit log is subscribed to. */
export const auditedClusters = ({
  host,
  eksClusters,
}: Pick<FederationSettings, 'host' | 'eksClusters'>): readonly EksCluster[] =>
  [...(host.kind === 'eks' ? [host.cluster] : []), ...eksClusters].filter(
    ({ auditLogs }) => auditLogs,
  );

/** After that an audit event is old news: the resync has been there. */
const oldNews = Duration.hours(1);

/**
 * The audit logs of EKS clusters, each sent to one function. CloudWatch Logs calls it and goes on; what it fails at three times is kept
 * in a queue, for whoever wants to know why.
 */
export class AuditLogs extends Construct {
  readonly target: FederationFunction;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, props: AuditLogsProps) {
    super(scope, id);
    const { settings, bundleDirOf } = props;
    const clusters = auditedClusters(settings);
    this.deadLetters = createDeadLetterQueue(this, 'DeadLetters');
    acknowledge(this.deadLetters, {
      id: 'AwsSolutions-SQS3',
      reason: 'It is the failure destination of invocations, which the rule does not know',
    });
    this.target = props.createTarget(this.deadLetters);
    new EventInvokeConfig(this, 'Invocations', {
      function: this.target.fn,
      retryAttempts: 2,
      maxEventAge: oldNews,
      onFailure: new SqsDestination(this.deadLetters),
    });
    const check = new LogSlotCheck(this, 'SlotCheck', {
      bundleDir: bundleDirOf('check-log-slots'),
      logs: { retentionDays: settings.logRetentionDays, removalPolicy: settings.removalPolicy },
      logGroupNames: clusters.map(({ name }) => controlPlaneLogs(name)),
    });
    for (const cluster of clusters) {
      new AuditLogSubscription(this, cluster.name, {
        cluster: cluster.name,
        filter: filterSettings(cluster, settings),
        target: this.target,
        check,
      });
    }
  }
}

const filterSettings = (cluster: EksCluster, settings: FederationSettings): AuditFilterSettings => {
  const { host, hostCluster, ownUsernames, secretNamespace } = settings;
  const isHost = host.kind === 'eks' && host.cluster === cluster;
  return { isHost, isMember: !isHost || hostCluster !== undefined, ownUsernames, secretNamespace };
};
