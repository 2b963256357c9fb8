import type { Message, MessageAttributeValue } from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSMessageAttribute, SQSRecord, SQSRecordAttributes } from 'aws-lambda';

/**
 * The event that an SQS event source mapping invokes a function with: AWS Lambda Developer Guide, "Using Lambda
 * with Amazon SQS".
 */
export function toSqsEvent(messages: readonly Message[], queueArn: string): SQSEvent {
  const awsRegion = queueArn.split(':')[3] ?? '';
  return { Records: messages.map((message) => toRecord(message, queueArn, awsRegion)) };
}

function toRecord(message: Message, queueArn: string, awsRegion: string): SQSRecord {
  const { MessageAttributes: attributes = {}, MD5OfMessageAttributes: attributesMd5 } = message;
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: toSystemAttributes(message),
    messageAttributes: Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [name, toAttribute(value)]),
    ),
    ...(attributesMd5 !== undefined && { md5OfMessageAttributes: attributesMd5 }),
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion,
  };
}

function toSystemAttributes({ Attributes: given = {} }: Message): SQSRecordAttributes {
  return {
    ...given,
    ApproximateReceiveCount: given.ApproximateReceiveCount ?? '',
    SentTimestamp: given.SentTimestamp ?? '',
    SenderId: given.SenderId ?? '',
    ApproximateFirstReceiveTimestamp: given.ApproximateFirstReceiveTimestamp ?? '',
  };
}

function toAttribute(value: MessageAttributeValue): SQSMessageAttribute {
  const { StringValue: stringValue, BinaryValue: binary, DataType: dataType = 'String' } = value;
  return {
    ...(stringValue !== undefined && { stringValue }),
    ...(binary !== undefined && { binaryValue: Buffer.from(binary).toString('base64') }),
    stringListValues: [],
    binaryListValues: [],
    dataType,
  };
}
