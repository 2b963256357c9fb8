import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { ISecurityGroup, IVpc, SubnetSelection } from 'aws-cdk-lib/aws-ec2';
import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { FunctionLimits } from '../function-limits.ts';
import { acknowledge } from '../nag.ts';
import { logPermissions } from './permissions/log-permissions.ts';

/** How long logs are kept, and what becomes of them with the stack. */
export type LogKeeping = {
  readonly retentionDays: number;
  readonly removalPolicy: 'retain' | 'destroy';
};

/** A network that a function is attached to. */
export type Network = {
  readonly vpc: IVpc;
  readonly vpcSubnets: SubnetSelection;
  readonly securityGroups: ISecurityGroup[];
};

export type FederationFunctionProps = {
  readonly description: string;
  /** Folder of the bundle; its entry is `index.mjs`. */
  readonly bundleDir: string;
  readonly limits: Pick<FunctionLimits, 'timeoutMs' | 'memoryMb'>;
  readonly environment: { readonly [name: string]: string };
  /** All that the function may do, but for writing its log. */
  readonly permissions: readonly PolicyStatement[];
  readonly logs: LogKeeping;
  readonly network?: Network;
  readonly reservedConcurrency?: number;
  /**
   * Whether its messages may lead to itself, by design. Lambda would stop a chain of sixteen (Lambda, "recursive loop detection"): a
   * Service that is looked at again every minute for as long as a cluster is away.
   */
  readonly loops?: boolean;
  /** Where else the events go that it fails at. */
  readonly whyNoDeadLetterQueue: string;
};

/**
 * A function as it is deployed: bundle, log group and a role of its own, which holds exactly the statements that are given here. The
 * function gets the role in a form that nothing can add to, so that no helper of a trigger widens it.
 */
export class FederationFunction extends Construct {
  readonly fn: LambdaFunction;
  readonly role: Role;

  constructor(scope: Construct, id: string, props: FederationFunctionProps) {
    super(scope, id);
    const logGroup = createLogGroup(this, 'Logs', props.logs);
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        Permissions: new PolicyDocument({
          statements: [...logPermissions(logGroup.logGroupArn), ...props.permissions],
        }),
      },
    });
    this.fn = new LambdaFunction(this, 'Resource', {
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(props.bundleDir),
      handler: 'index.handler',
      role: this.role.withoutPolicyUpdates(),
      timeout: Duration.millis(props.limits.timeoutMs),
      memorySize: props.limits.memoryMb,
      environment: { ...props.environment },
      logGroup,
      ...logging,
      tracing: Tracing.DISABLED,
      recursiveLoop: props.loops === true ? RecursiveLoop.ALLOW : RecursiveLoop.TERMINATE,
      ...(props.network ?? {}),
      ...(props.reservedConcurrency !== undefined && {
        reservedConcurrentExecutions: props.reservedConcurrency,
      }),
    });
    acknowledge(this.fn, { id: 'Serverless-LambdaDLQ', reason: props.whyNoDeadLetterQueue });
    acknowledge(this.fn, { id: 'Serverless-LambdaTracing', reason: whyNoTracing });
  }
}

/** Without the X-Ray SDK, which has been in maintenance since February 2026, a trace is one segment. */
const whyNoTracing =
  'A trace would hold one segment a call and tell no more than platform.report does; passes are followed by key and reconcile id in the log';

/** Metrics are lines of the log at level INFO: a higher level would lose them. */
const logging = {
  loggingFormat: LoggingFormat.JSON,
  applicationLogLevelV2: ApplicationLogLevel.INFO,
  systemLogLevelV2: SystemLogLevel.INFO,
} as const;

/** A log group that stands before whoever writes to it. */
export const createLogGroup = (scope: Construct, id: string, keeping: LogKeeping): LogGroup =>
  new LogGroup(scope, id, {
    retention: keeping.retentionDays,
    removalPolicy:
      keeping.removalPolicy === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
