import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EventInvokeConfig } from 'aws-cdk-lib/aws-lambda';
import { Schedule, ScheduleExpression, ScheduleGroup, TimeWindow } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from '../nag.ts';
import { createDeadLetterQueue } from './dead-letter-queue.ts';
import type { FederationFunction } from './federation-function.ts';
import { allow } from './permissions/allow.ts';

/** A function that runs again and again. */
export type Run = {
  readonly name: string;
  readonly target: FederationFunction;
  readonly everyMinutes: number;
};

/** Lambda keeps an event that it can't hand over no longer (Lambda, API_PutFunctionEventInvokeConfig). */
const longestWaitMinutes = 6 * 60;

/** A run may begin later than its turn by a quarter of its period, within a quarter of an hour, so that stacks spread their load. */
export const windowMinutes = (everyMinutes: number): number =>
  Math.min(15, Math.floor(everyMinutes / 4));

/**
 * The runs that go by the clock. A run that could not be begun goes to a dead-letter queue after as long as the next one takes to come;
 * one that failed is not tried again, for the same reason.
 */
export class Schedules extends Construct {
  readonly deadLetters: Queue;
  readonly #role: Role;
  readonly #group: ScheduleGroup;

  constructor(scope: Construct, id: string, runs: readonly Run[]) {
    super(scope, id);
    this.deadLetters = createDeadLetterQueue(this, 'DeadLetters');
    acknowledge(this.deadLetters, {
      id: 'AwsSolutions-SQS3',
      reason: 'It is the dead-letter queue of the schedules, which the rule does not know',
    });
    this.#group = new ScheduleGroup(this, 'Group', { removalPolicy: RemovalPolicy.DESTROY });
    this.#role = new Role(this, 'Role', {
      description: 'Begins the runs of Seamark that go by the clock',
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: {
            'aws:SourceAccount': Stack.of(this).account,
            'aws:SourceArn': this.#group.scheduleGroupArn,
          },
        },
      }),
      inlinePolicies: {
        Permissions: new PolicyDocument({
          statements: [
            ...allow('BeginRuns', {
              actions: ['lambda:InvokeFunction'],
              resources: runs.map(({ target }) => target.fn.functionArn),
            }),
            ...allow('KeepRunsThatNeverBegan', {
              actions: ['sqs:SendMessage'],
              resources: [this.deadLetters.queueArn],
            }),
          ],
        }),
      },
    });
    for (const run of runs) this.#add(run);
  }

  #add({ name, target, everyMinutes }: Run): void {
    const period = Duration.minutes(everyMinutes);
    const window = windowMinutes(everyMinutes);
    new Schedule(this, name, {
      description: `Begins ${name}`,
      scheduleGroup: this.#group,
      schedule: ScheduleExpression.rate(period),
      timeWindow: window === 0 ? TimeWindow.off() : TimeWindow.flexible(Duration.minutes(window)),
      target: new LambdaInvoke(target.fn, {
        role: this.#role.withoutPolicyUpdates(),
        deadLetterQueue: this.deadLetters,
        retryAttempts: 3,
        maxEventAge: period,
      }),
    });
    const invocations = new EventInvokeConfig(this, `${name}Invocations`, {
      function: target.fn,
      retryAttempts: 0,
      maxEventAge: Duration.minutes(Math.min(everyMinutes, longestWaitMinutes)),
    });
    acknowledge(invocations, {
      id: 'Serverless-LambdaAsyncFailureDestination',
      reason: 'A run that fails has a successor in minutes; its alarm is the missing heartbeat',
    });
  }
}
