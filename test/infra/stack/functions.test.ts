import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FunctionName, functionLimits } from '../../../infra/function-limits.ts';
import { functionVariables } from '../../../lib/config/settings.ts';
import type { PlainObject } from './plain-values.ts';
import { otherSettings, someSettings } from './some-settings.ts';
import { at, ofType, type Resource, synthesise } from './synthesise.ts';

const own = synthesise(someSettings());
const other = synthesise(otherSettings());

/** The functions of functions/ in a stack, by name. */
const deployed = (stack: typeof own): ReadonlyMap<FunctionName, Resource> =>
  new Map(
    ofType(stack, 'AWS::Lambda::Function').flatMap((resource) => {
      const name = resource.path.replace('Functions/', '');
      return isFunctionName(name) ? [[name, resource] as const] : [];
    }),
  );

const isFunctionName = (name: string): name is FunctionName => name in functionLimits;

const environmentOf = ({ properties }: Resource): PlainObject => {
  const { Variables } = properties['Environment'] as { readonly Variables: PlainObject }; // every function of functions/ has some
  return Variables;
};

describe('the functions', () => {
  it('are those that somebody calls', () => {
    assert.deepEqual(
      [...deployed(own).keys()],
      ['audit-webhook', 'cluster-health', 'publish-zone', 'reconcile-service', 'resync'],
    );
    assert.deepEqual([...deployed(other).keys()].sort(), Object.keys(functionLimits).sort());
    const { webhook: _none, ...silent } = someSettings();
    assert.ok(!deployed(synthesise(silent)).has('audit-webhook'));
  });

  for (const [name, { properties }] of deployed(other)) {
    const { timeoutMs, memoryMb } = functionLimits[name];

    it(`${name} runs on Node 24 and arm64, within the limits of the sandbox`, () => {
      assert.equal(properties['Runtime'], 'nodejs24.x');
      assert.deepEqual(properties['Architectures'], ['arm64']);
      assert.equal(properties['Handler'], 'index.handler');
      assert.equal(properties['Timeout'], timeoutMs / 1_000);
      assert.equal(properties['MemorySize'], memoryMb);
    });

    it(`${name} logs in JSON to a group of its own, metrics included, for a while`, () => {
      assert.deepEqual(properties['LoggingConfig'], {
        ApplicationLogLevel: 'INFO',
        LogFormat: 'JSON',
        LogGroup: `<Functions/${name}/Logs>`,
        SystemLogLevel: 'INFO',
      });
      assert.equal(at(other, `Functions/${name}/Logs`).properties['RetentionInDays'], 30);
    });

    it(`${name} has a role of its own`, () => {
      assert.equal(properties['Role'], `<Functions/${name}/Role.Arn>`);
    });

    it(`${name} is told nothing that it does not read`, () => {
      const names = Object.keys(environmentOf({ path: '', type: '', properties, attributes: {} }));
      const unknown = names.filter((variable) => !functionVariables[name].includes(variable));
      assert.deepEqual(unknown, []);
    });
  }

  it('that wake themselves are not stopped for it after sixteen rounds', () => {
    const allowed = [...deployed(other)]
      .filter(([, { properties }]) => properties['RecursiveLoop'] === 'Allow')
      .map(([name]) => name);
    assert.deepEqual(allowed, ['publish-zone', 'reconcile-service', 'resync']);
  });

  it('are held back by concurrency only where strangers can call', () => {
    const reserved = [...deployed(own)].flatMap(([name, { properties }]) =>
      properties['ReservedConcurrentExecutions'] === undefined
        ? []
        : [[name, properties['ReservedConcurrentExecutions']]],
    );
    assert.deepEqual(reserved, [['audit-webhook', 10]]);
  });

  it('that reach clusters are attached to the network of the settings, the others to none', () => {
    const network = {
      SecurityGroupIds: ['sg-0a1b2c3d4e5f60718'],
      SubnetIds: ['subnet-0a1b2c3d4e5f60718', 'subnet-0b1c2d3e4f5a60718'],
    };
    const reaching: readonly FunctionName[] = ['reconcile-service', 'resync', 'cluster-health'];
    for (const [name, { properties }] of deployed(other)) {
      assert.deepEqual(
        properties['VpcConfig'],
        reaching.includes(name) ? network : undefined,
        name,
      );
    }
    for (const [name, { properties }] of deployed(own)) {
      assert.equal(properties['VpcConfig'], undefined, name);
    }
  });

  it('are told of the resources of the stack by reference', () => {
    const reconcile = deployed(own).get('reconcile-service');
    assert.ok(reconcile);
    const environment = environmentOf(reconcile);
    assert.equal(environment['SEAMARK_TABLE'], '<Table>');
    assert.equal(environment['SEAMARK_SERVICE_QUEUE_URL'], '<Services/Queue>');
    assert.equal(environment['SEAMARK_ZONE_QUEUE_URL'], '<Zones/Queue>');
    assert.equal(environment['SEAMARK_RESYNC_QUEUE_URL'], '<Resync/Queue>');
    assert.equal(environment['SEAMARK_METRICS_NAMESPACE'], 'Seamark/prod');
  });
});

describe('runs by the clock', () => {
  it('begin within a window, are kept if they can not begin, and are never made up for', () => {
    const schedule = (name: string) => at(own, `Schedules/${name}`).properties;
    assert.deepEqual(schedule('Resync'), {
      Description: 'Begins Resync',
      FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 2 },
      GroupName: schedule('Resync')['GroupName'],
      ScheduleExpression: 'rate(10 minutes)',
      ScheduleExpressionTimezone: 'Etc/UTC',
      State: 'ENABLED',
      Target: {
        Arn: '<Functions/resync.Arn>',
        DeadLetterConfig: { Arn: '<Schedules/DeadLetters.Arn>' },
        RetryPolicy: { MaximumEventAgeInSeconds: 600, MaximumRetryAttempts: 3 },
        RoleArn: '<Schedules/Role.Arn>',
      },
    });
    assert.equal(schedule('ClusterHealth')['ScheduleExpression'], 'rate(1 minute)');
    assert.deepEqual(schedule('ClusterHealth')['FlexibleTimeWindow'], { Mode: 'OFF' });
    for (const name of ['Resync', 'ClusterHealth']) {
      assert.equal(at(own, `Schedules/${name}Invocations`).properties['MaximumRetryAttempts'], 0);
    }
  });

  it('are of a group that goes with the stack, so that its name is free for the next', () => {
    assert.equal(at(own, 'Schedules/Group').attributes['DeletionPolicy'], 'Delete');
  });
});

describe('what was asked of the function of audit logs', () => {
  it('is tried three times within an hour, and kept if that did not help', () => {
    assert.deepEqual(at(other, 'AuditLogs/Invocations').properties, {
      DestinationConfig: { OnFailure: { Destination: '<AuditLogs/DeadLetters.Arn>' } },
      FunctionName: '<Functions/audit-logs>',
      MaximumEventAgeInSeconds: 3_600,
      MaximumRetryAttempts: 2,
      Qualifier: '$LATEST',
    });
  });
});
