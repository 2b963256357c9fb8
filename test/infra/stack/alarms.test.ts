import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { functionLimits } from '../../../infra/function-limits.ts';
import { type MetricKind, metrics } from '../../../lib/core/model/metric.ts';
import { otherSettings, someSettings } from './some-settings.ts';
import { at, ofType, type Resource, synthesise } from './synthesise.ts';

const own = synthesise(someSettings());
const other = synthesise(otherSettings());
const runbook = readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8');
const namespace = 'Seamark/prod';

const alarmsOf = (stack: typeof own): ReadonlyMap<string, Resource['properties']> =>
  new Map(
    ofType(stack, 'AWS::CloudWatch::Alarm').map(({ properties }) => [
      String(properties['AlarmName']),
      properties,
    ]),
  );

const ofFunctions = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) =>
    ['DurationNearTimeout', 'Errors', 'Throttles'].map((alarm) => `${name}-${alarm}`),
  );

describe('the alarms', () => {
  const everywhere = [
    ...['DlqServices', 'DlqZones', 'DlqResync', 'DlqSchedules'],
    ...['QueueAgeServices', 'QueueAgeZones', 'QueueAgeResync'],
    ...['ResyncMissing', 'HealthMissing', 'Route53Throttled', 'WebhookUnauthorized'],
    ...['StaleFences', 'QuarantinedRecords', 'ClusterNotReady'],
  ];

  it('are these, each called after the stack', () => {
    const names = (stack: typeof own): readonly string[] => [...alarmsOf(stack).keys()].sort();
    const called = (wanted: readonly string[]): readonly string[] =>
      wanted.map((name) => `seamark-prod-${name}`).sort();
    const functions = Object.keys(functionLimits);
    assert.deepEqual(
      names(own),
      called([
        ...everywhere,
        ...ofFunctions(functions.filter((name) => name !== 'audit-logs')),
        ...['AuditSilent-host', 'AuditSilent-oslo'],
      ]),
    );
    assert.deepEqual(
      names(other),
      called([
        ...everywhere,
        ...ofFunctions(functions),
        'AuditLogsDropped',
        ...['AuditSilent-host', 'AuditSilent-north', 'AuditSilent-oslo'],
      ]),
    );
  });

  it('speak of no webhook where there is none', () => {
    const { webhook: _none, ...rest } = someSettings();
    const names = [...alarmsOf(synthesise(rest)).keys()];
    assert.deepEqual(
      names.filter((name) => /webhook|AuditSilent/i.test(name)),
      [],
    );
  });

  it('lead to an entry of the runbook', () => {
    for (const [name, { AlarmDescription }] of alarmsOf(other)) {
      const anchor = /docs\/runbook\.md#([a-z0-9]+)$/.exec(String(AlarmDescription))?.[1];
      assert.ok(anchor, `${name}: ${AlarmDescription}`);
      assert.match(runbook, new RegExp(`^## ${anchor}$`, 'im'), name);
    }
  });

  it('look at metrics that the functions write, told apart as they write them', () => {
    for (const [name, properties] of alarmsOf(other)) {
      if (properties['Namespace'] !== namespace) continue;
      const metric = Object.entries(metrics).find(([key]) => key === properties['MetricName']);
      assert.ok(metric, `${name}: nobody writes ${properties['MetricName']}`);
      const kind: MetricKind = metric[1];
      const dimensions = JSON.stringify(properties['Dimensions'] ?? []);
      assert.ok(
        dimensions === '[]'
          ? kind.by === undefined || kind.total === true
          : kind.by === 'cluster' && dimensions.startsWith('[{"Name":"cluster",'),
        `${name}: ${dimensions}`,
      );
    }
  });

  it('ring at the first dead letter', () => {
    for (const [name, queue] of [
      ['DlqServices', 'Services'],
      ['DlqZones', 'Zones'],
      ['DlqResync', 'Resync'],
      ['DlqSchedules', 'Schedules'],
    ]) {
      const alarm = alarmsOf(own).get(`seamark-prod-${name}`);
      assert.equal(alarm?.['MetricName'], 'ApproximateNumberOfMessagesVisible');
      assert.deepEqual(alarm?.['Dimensions'], [
        { Name: 'QueueName', Value: `<${queue}/DeadLetters.QueueName>` },
      ]);
      assert.equal(alarm?.['Threshold'], 1);
      assert.equal(alarm?.['EvaluationPeriods'], 1);
      assert.equal(alarm?.['ComparisonOperator'], 'GreaterThanOrEqualToThreshold');
    }
  });

  it('ring when a function comes near its end', () => {
    for (const [name, { timeoutMs }] of Object.entries(functionLimits)) {
      const alarm = alarmsOf(other).get(`seamark-prod-${name}-DurationNearTimeout`);
      assert.equal(alarm?.['Threshold'], 0.9 * timeoutMs);
      assert.equal(alarm?.['ExtendedStatistic'], 'p99');
    }
  });

  it('ring when a heartbeat is missing, and take silence for nothing else', () => {
    const silent = [...alarmsOf(other)]
      .filter(([, { TreatMissingData }]) => TreatMissingData === 'breaching')
      .map(([name]) => name.replace('seamark-prod-', ''))
      .sort();
    assert.deepEqual(silent, [
      'AuditSilent-host',
      'AuditSilent-north',
      'AuditSilent-oslo',
      'HealthMissing',
      'ResyncMissing',
    ]);
    const resync = alarmsOf(own).get('seamark-prod-ResyncMissing');
    assert.equal(resync?.['Period'], (10 + 2) * 60);
    assert.equal(resync?.['EvaluationPeriods'], 3);
    assert.equal(resync?.['ComparisonOperator'], 'LessThanThreshold');
  });

  it('look at no more than CloudWatch takes, however seldom runs are', () => {
    const rare = alarmsOf(synthesise(someSettings({ resyncMinutes: 1_440, healthMinutes: 60 })));
    for (const [name, { Period, EvaluationPeriods }] of rare) {
      assert.ok(Number(Period) % 60 === 0 && Number(Period) <= 86_400, name);
      const most = Number(Period) < 3_600 ? 86_400 : 7 * 86_400;
      assert.ok(Number(Period) * Number(EvaluationPeriods) <= most, name);
    }
  });
});

describe('who hears of alarms', () => {
  const actions = (stack: typeof own): ReadonlySet<string> =>
    new Set(
      [...alarmsOf(stack).values()].map(({ AlarmActions, OKActions }) =>
        JSON.stringify([AlarmActions, OKActions]),
      ),
    );

  it('is nobody, the topic of the settings, or the address of the settings', () => {
    const topicArn = 'arn:aws:sns:eu-west-1:444455556666:on-call';
    const byTopic = synthesise(someSettings({ alarms: { topicArn } }));
    assert.deepEqual([...actions(own)], ['[null,null]']);
    assert.deepEqual([...actions(byTopic)], [JSON.stringify([[topicArn], [topicArn]])]);
    assert.deepEqual([...actions(other)], ['[["<Observation/Topic>"],["<Observation/Topic>"]]']);
    assert.deepEqual(ofType(byTopic, 'AWS::SNS::Topic'), []);
  });

  it('is told through a topic that takes alarms of this stack alone, and nothing without TLS', () => {
    const { properties } = at(other, 'Observation/Topic/Policy');
    assert.deepEqual(properties['PolicyDocument'], {
      Statement: [
        {
          Sid: 'AllowPublishThroughSSLOnly',
          Effect: 'Deny',
          Principal: '*',
          Action: 'sns:Publish',
          Resource: '<Observation/Topic>',
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        },
        {
          Sid: 'LetAlarmsPublish',
          Effect: 'Allow',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Action: 'sns:Publish',
          Resource: '<Observation/Topic>',
          Condition: {
            StringEquals: { 'aws:SourceAccount': '444455556666' },
            ArnLike: {
              'aws:SourceArn': 'arn:aws:cloudwatch:eu-west-1:444455556666:alarm:seamark-prod-*',
            },
          },
        },
      ],
      Version: '2012-10-17',
    });
    assert.deepEqual(at(other, 'Observation/Topic/ops@example.org').properties, {
      Endpoint: 'ops@example.org',
      Protocol: 'email',
      TopicArn: '<Observation/Topic>',
    });
  });
});

describe('the dashboard', () => {
  const { properties } = at(other, 'Observation/Dashboard');
  const { widgets } = JSON.parse(String(properties['DashboardBody']));
  const shown: readonly unknown[] = widgets.flatMap(
    (widget: { readonly properties: { readonly metrics: unknown } }) => widget.properties.metrics,
  );

  it('is called as the stack is', () => {
    assert.equal(properties['DashboardName'], 'seamark-prod');
  });

  it('shows nothing of Seamark that the functions do not write', () => {
    const names = shown.flatMap((metric) => {
      const text = JSON.stringify(metric);
      const direct = /^\["Seamark\/prod","(\w+)"/.exec(text)?.[1];
      const searched = /MetricName=\\"(\w+)\\"/.exec(text)?.[1];
      return direct ?? searched ?? [];
    });
    assert.ok(names.length >= 15, names.join());
    for (const name of names) assert.ok(name in metrics, `nobody writes ${name}`);
  });

  it('shows every function and every queue of wakes', () => {
    const text = JSON.stringify(shown);
    for (const name of Object.keys(functionLimits)) assert.ok(text.includes(`Functions/${name}`));
    for (const name of ['Services', 'Zones', 'Resync']) {
      assert.ok(text.includes(`<${name}/Queue.QueueName>`));
    }
  });
});

describe('the runbook', () => {
  it('asks for resources that the stack has', () => {
    const ids = new Map<string, string[]>();
    for (const { type, path } of other.resources) {
      ids.set(type, [...(ids.get(type) ?? []), path.replaceAll(/[^A-Za-z0-9]/g, '')]);
    }
    const asked = [...runbook.matchAll(/\$\(resource (AWS::\w+::\w+)(?: ([A-Za-z]+))?\)/g)];
    assert.ok(asked.length > 5);
    for (const [all, type = '', part = ''] of asked) {
      const found = (ids.get(type) ?? []).filter((id) => id.includes(part));
      assert.equal(found.length, 1, `${all}: ${found.join()}`);
    }
  });
});
