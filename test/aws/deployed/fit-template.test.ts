import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fitTemplate } from './fit-template.ts';
import { tableInPlace } from './table-in-place.ts';
import type { JsonObject, Template } from './template.ts';

const queue = { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'wakes' } };
const alarm = {
  Type: 'AWS::CloudWatch::Alarm',
  Properties: {
    AlarmName: 'late',
    Dimensions: [{ Value: { 'Fn::GetAtt': ['Queue', 'QueueName'] } }],
  },
};
const gaps = {
  resourceTypes: {
    'AWS::CloudWatch::Alarm': { does: 'passes over it', instead: 'api' },
    'AWS::EKS::AccessEntry': { does: 'passes over it', instead: 'nothing' },
    'AWS::DynamoDB::GlobalTable': { does: 'passes over it', instead: 'other-type' },
    'Custom::Check': { does: 'hangs', instead: 'leave-out' },
  },
  attributes: { 'AWS::Route53::HostedZone.NameServers': 'fails' },
} as const;

const fit = (Resources: Template['Resources'], Outputs: { [name: string]: JsonObject } = {}) =>
  fitTemplate({ Resources, Outputs }, gaps);

describe('a template for a stand-in', () => {
  it('stays as it is where the stand-in can do all of it', () => {
    const template = { Resources: { Queue: queue }, Outputs: { Url: { Value: { Ref: 'Queue' } } } };
    assert.deepEqual(fitTemplate(template, gaps), template);
  });

  it('keeps what is passed over, and has its properties written where an API makes it', () => {
    assert.deepEqual(fit({ Queue: queue, Alarm: alarm }), {
      Resources: { Queue: queue, Alarm: alarm },
      Outputs: { PropertiesOfAlarm: { Value: { 'Fn::ToJsonString': alarm.Properties } } },
    });
  });

  it('leaves out what would hang, and whoever waits for it waits no more', () => {
    const check = { Type: 'Custom::Check' };
    const after = { ...queue, DependsOn: ['Check', 'Other'] };
    assert.deepEqual(
      fit({ Check: check, Other: queue, Queue: after, Last: { ...queue, DependsOn: 'Check' } }),
      {
        Resources: { Other: queue, Queue: { ...queue, DependsOn: ['Other'] }, Last: queue },
        Outputs: {},
      },
    );
  });

  it('has a text where it refers to what is not there, and no output that would be one', () => {
    const entry = { Type: 'AWS::EKS::AccessEntry' };
    const zone = { Type: 'AWS::Route53::HostedZone' };
    const arn = { 'Fn::GetAtt': ['Entry', 'AccessEntryArn'] };
    const servers = { 'Fn::GetAtt': ['Zone', 'NameServers'] };
    const tags = { Tags: [{ Value: arn }, { Value: servers }, { Value: { Ref: 'Zone' } }] };
    const text = {
      Tags: [
        { Value: 'Entry.AccessEntryArn' },
        { Value: 'Zone.NameServers' },
        { Value: { Ref: 'Zone' } },
      ],
    };
    const outputs = {
      Entry: { Value: { 'Fn::Join': [' ', ['entry', arn]] } },
      Servers: { Value: { 'Fn::Join': [' ', servers] } },
      Zone: { Value: { Ref: 'Zone' } },
    };
    const given = { Entry: entry, Zone: zone, Queue: { ...queue, Properties: tags } };
    assert.deepEqual(fit(given, outputs), {
      Resources: { Entry: entry, Zone: zone, Queue: { ...queue, Properties: text } },
      Outputs: { Zone: outputs.Zone },
    });
  });
});

describe('a table in place of a global table', () => {
  const global = {
    Type: 'AWS::DynamoDB::GlobalTable',
    DeletionPolicy: 'Retain',
    Properties: {
      BillingMode: 'PAY_PER_REQUEST',
      Replicas: [{ Region: 'eu-west-1', DeletionProtectionEnabled: true }],
      SSESpecification: { SSEEnabled: false },
    },
  };
  const table = {
    Type: 'AWS::DynamoDB::Table',
    DeletionPolicy: 'Retain',
    Properties: { BillingMode: 'PAY_PER_REQUEST', DeletionProtectionEnabled: true },
  };

  it('has what its replica has, and the global table stays beside it', () => {
    assert.deepEqual(tableInPlace(global), table);
    assert.deepEqual(fit({ Table: global }).Resources, { Table: table, TableAsItIs: global });
  });

  const refused = [
    { title: 'two regions', given: { ...global.Properties, Replicas: [{}, {}] } },
    { title: 'a key', given: { ...global.Properties, SSESpecification: { SSEEnabled: true } } },
  ];
  for (const { title, given } of refused) {
    it(`is refused for ${title}`, () => {
      assert.throws(
        () => tableInPlace({ ...global, Properties: given }),
        /^Error: Cannot put a table/,
      );
    });
  }
});
