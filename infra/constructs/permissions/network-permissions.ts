import { Stack } from 'aws-cdk-lib';
import { Effect, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledge } from '../../nag.ts';
import { allow } from './allow.ts';

const describe = ['ec2:DescribeNetworkInterfaces', 'ec2:DescribeSubnets'];
const change = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:UnassignPrivateIpAddresses',
];

const everything = '*';

/** All that EC2 has in the stack's account and region: Lambda asks for no less where it changes an interface. */
const allOfEc2 = (scope: Construct): string =>
  Stack.of(scope).formatArn({ service: 'ec2', resource: '*', resourceName: '*' });

/**
 * What Lambda needs to attach a function to a VPC (Lambda, "Giving Lambda functions access to resources in an Amazon VPC"), and nothing
 * for the function's own code: the key `lambda:SourceFunctionArn` stands only in requests that code makes.
 */
export const networkPermissions = (scope: Construct): readonly PolicyStatement[] => [
  ...allow('DescribeNetworkInterfaces', { actions: describe, resources: [everything] }),
  ...allow('AttachToNetwork', { actions: change, resources: [allOfEc2(scope)] }),
  new PolicyStatement({
    sid: 'KeepCodeFromNetworkInterfaces',
    effect: Effect.DENY,
    actions: [...change, ...describe].sort(),
    resources: [everything],
    conditions: { Null: { 'lambda:SourceFunctionArn': 'false' } },
  }),
];

/** Lets the wildcards of `networkPermissions` stand. */
export const acknowledgeNetwork = (role: Role): void => {
  const noLevel = 'EC2 has no resource level where network interfaces and subnets are described';
  acknowledge(role, { id: `AwsSolutions-IAM5[Resource::${everything}]`, reason: noLevel });
  acknowledge(role, { id: 'Serverless-LambdaStarPermissions', reason: noLevel });
  acknowledge(role, {
    id: `AwsSolutions-IAM5[Resource::${allOfEc2(role)}]`,
    reason:
      "Lambda makes and deletes the interfaces and asks for all resources; the function's own code is denied them",
  });
};
