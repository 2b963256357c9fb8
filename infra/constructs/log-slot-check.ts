import { ArnFormat, CustomResource, Duration, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { acknowledge } from '../nag.ts';
import { FederationFunction, type LogKeeping } from './federation-function.ts';
import { allow } from './permissions/allow.ts';

/** Two tries of the SDK with their time-outs, and the answer. */
const limits = { timeoutMs: 30_000, memoryMb: 256 };

/** The log of an EKS cluster's control plane, and the function that it shall go to. */
export type Subscription = {
  readonly cluster: string;
  readonly logGroupName: string;
  readonly destinationArn: string;
};

export type LogSlotCheckProps = {
  readonly bundleDir: string;
  readonly logs: LogKeeping;
  readonly logGroupNames: readonly string[];
};

/**
 * Looks at log groups before they are subscribed to (infra/log-slots). CloudFormation itself would say only that a limit was exceeded, or
 * that a resource does not exist, and roll everything back.
 */
export class LogSlotCheck extends Construct {
  readonly #function: FederationFunction;

  constructor(scope: Construct, id: string, props: LogSlotCheckProps) {
    super(scope, id);
    const resources = props.logGroupNames.map((name) => this.#arnOf(name));
    this.#function = new FederationFunction(this, 'Function', {
      description: 'Tells whether log groups can be subscribed to, while the stack is deployed',
      bundleDir: props.bundleDir,
      limits,
      environment: {},
      permissions: allow('DescribeSubscriptionFilters', {
        actions: ['logs:DescribeSubscriptionFilters'],
        resources,
      }),
      logs: props.logs,
      whyNoDeadLetterQueue: 'CloudFormation waits for its answer, and tells if none comes',
    });
    for (const arn of resources) {
      acknowledge(this.#function.role, {
        id: `AwsSolutions-IAM5[Resource::${arn}]`,
        reason: 'The end :* is part of the ARN of a log group in policies of CloudWatch Logs',
      });
    }
  }

  /** Something to depend on: it exists only if the group can be subscribed to. */
  before(subscription: Subscription): Construct {
    return new CustomResource(this, subscription.cluster, {
      resourceType: 'Custom::LogSlotCheck',
      serviceToken: this.#function.fn.functionArn,
      serviceTimeout: Duration.seconds((3 * limits.timeoutMs) / 1000),
      properties: {
        Cluster: subscription.cluster,
        LogGroup: subscription.logGroupName,
        DestinationArn: subscription.destinationArn,
      },
    });
  }

  #arnOf(logGroupName: string): string {
    return Stack.of(this).formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: `${logGroupName}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }
}
