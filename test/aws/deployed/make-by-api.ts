import {
  DeleteAlarmsCommand,
  PutMetricAlarmCommand,
  type PutMetricAlarmCommandInput,
} from '@aws-sdk/client-cloudwatch';
import { PutSubscriptionFilterCommand } from '@aws-sdk/client-cloudwatch-logs';
import {
  CreateFunctionUrlConfigCommand,
  type CreateFunctionUrlConfigCommandInput,
  PutFunctionEventInvokeConfigCommand,
  type PutFunctionEventInvokeConfigCommandInput,
} from '@aws-sdk/client-lambda';
import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  CreateScheduleGroupCommand,
  DeleteScheduleGroupCommand,
} from '@aws-sdk/client-scheduler';
import { SetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import type { AwsClients } from './aws-clients.ts';

/** Something to make: what a template calls it, and its properties with all references resolved. */
export type ToMake = {
  readonly name: string;
  readonly properties: { readonly [name: string]: unknown };
};

/** Makes one thing; what removes it again, unless it goes with something else. */
type Make = (clients: AwsClients, given: ToMake) => Promise<(() => Promise<unknown>) | undefined>;

// The properties of these types are the parameters of the calls, but for what is changed here (CloudFormation, "Resource and property
// reference", beside the API references): hence the casts.

const makeAlarm: Make = async ({ cloudWatch }, { name, properties }) => {
  const given = { AlarmName: name, ...properties } as PutMetricAlarmCommandInput;
  await cloudWatch.send(new PutMetricAlarmCommand(given));
  const AlarmNames = [given.AlarmName ?? name];
  return () => cloudWatch.send(new DeleteAlarmsCommand({ AlarmNames }));
};

const makeScheduleGroup: Make = async ({ scheduler }, { properties }) => {
  const Name = String(properties['Name']);
  await scheduler.send(new CreateScheduleGroupCommand({ Name }));
  return () => scheduler.send(new DeleteScheduleGroupCommand({ Name }));
};

const makeSchedule: Make = async ({ scheduler }, { name, properties }) => {
  const given = { Name: name, ...properties } as CreateScheduleCommandInput;
  await scheduler.send(new CreateScheduleCommand(given));
  return undefined;
};

const makeQueuePolicy: Make = async ({ sqs }, { properties }) => {
  const Attributes = { Policy: JSON.stringify(properties['PolicyDocument']) };
  for (const QueueUrl of [properties['Queues']].flat().map(String)) {
    await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes }));
  }
  return undefined;
};

const makeFunctionUrl: Make = async ({ lambda }, { properties }) => {
  const { TargetFunctionArn: FunctionName, ...rest } = properties;
  const given = { ...rest, FunctionName } as CreateFunctionUrlConfigCommandInput;
  await lambda.send(new CreateFunctionUrlConfigCommand(given));
  return undefined;
};

const makeInvokeConfig: Make = async ({ lambda }, { properties }) => {
  const { FunctionName, ...rest } = properties;
  const given = { ...rest, FunctionName } as PutFunctionEventInvokeConfigCommandInput;
  await lambda.send(new PutFunctionEventInvokeConfigCommand(given));
  return undefined;
};

const makeSubscriptionFilter: Make = async ({ logs }, { name, properties }) => {
  const command = new PutSubscriptionFilterCommand({
    logGroupName: String(properties['LogGroupName']),
    filterName: String(properties['FilterName'] ?? name),
    filterPattern: String(properties['FilterPattern']),
    destinationArn: String(properties['DestinationArn']),
  });
  await logs.send(command);
  return undefined;
};

const makers: { readonly [type: string]: Make } = {
  'AWS::CloudWatch::Alarm': makeAlarm,
  'AWS::Lambda::EventInvokeConfig': makeInvokeConfig,
  'AWS::Lambda::Url': makeFunctionUrl,
  'AWS::Logs::SubscriptionFilter': makeSubscriptionFilter,
  'AWS::SQS::QueuePolicy': makeQueuePolicy,
  'AWS::Scheduler::Schedule': makeSchedule,
  'AWS::Scheduler::ScheduleGroup': makeScheduleGroup,
};

/**
 * Makes what a template describes by the API of its service.
 *
 * @throws Error for a type that no call here makes
 */
export const makeByApi = (
  clients: AwsClients,
  type: string,
  given: ToMake,
): Promise<(() => Promise<unknown>) | undefined> => {
  const make = makers[type];
  if (make === undefined) {
    throw new Error(`Cannot make a ${type} by its own API: stand-in-gaps.json asks for it`);
  }
  return make(clients, given);
};
