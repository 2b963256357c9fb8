import { ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { acknowledge } from '../nag.ts';
import type { AlarmSettings } from '../settings/settings.ts';

/**
 * Where alarms go: the topic of the settings, or one made here that writes to an address and takes nothing but TLS; else nowhere. It is
 * not encrypted with a key, since CloudWatch could not use the key that SNS has of its own.
 */
export const createAlarmTopic = (
  scope: Construct,
  id: string,
  { topicArn, email }: AlarmSettings,
): ITopic | undefined => {
  if (topicArn !== undefined) return Topic.fromTopicArn(scope, id, topicArn);
  if (email === undefined) return undefined;
  const topic = new Topic(scope, id, { enforceSSL: true });
  letAlarmsPublish(topic);
  const subscription = topic.addSubscription(new EmailSubscription(email));
  acknowledge(subscription, {
    id: 'Serverless-SNSRedrivePolicy',
    reason: 'A mail that does not arrive is no better for lying in a queue; the alarm stays red',
  });
  return topic;
};

/** A topic with a policy of its own, such as one that asks for TLS, lacks the one that lets its account's alarms in. */
const letAlarmsPublish = (topic: Topic): void => {
  const stack = Stack.of(topic);
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid: 'LetAlarmsPublish',
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: {
        StringEquals: { 'aws:SourceAccount': stack.account },
        ArnLike: {
          'aws:SourceArn': stack.formatArn({
            service: 'cloudwatch',
            resource: 'alarm',
            resourceName: `${stack.stackName}-*`,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        },
      },
    }),
  );
};
