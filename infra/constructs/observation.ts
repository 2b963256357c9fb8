import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { FunctionName } from '../function-limits.ts';
import type { FederationSettings } from '../settings/settings.ts';
import { createAlarmTopic } from './alarm-topic.ts';
import { Alarms } from './alarms.ts';
import { federationAlarms } from './federation-alarms.ts';
import { createDashboard } from './federation-dashboard.ts';
import type { FederationFunction } from './federation-function.ts';
import { droppedAlarm, functionAlarms } from './function-alarms.ts';
import { type AlarmedQueues, queueAlarms } from './queue-alarms.ts';

export type ObservationProps = {
  readonly settings: FederationSettings;
  readonly queues: AlarmedQueues;
  readonly functions: ReadonlyMap<FunctionName, FederationFunction>;
  /** Clusters that send audit events. */
  readonly sources: readonly string[];
};

/** The eyes on a federation: alarms, who hears of them, and one dashboard. */
export class Observation extends Construct {
  constructor(scope: Construct, id: string, props: ObservationProps) {
    super(scope, id);
    const { settings, queues, functions, sources } = props;
    const auditLogs = functions.get('audit-logs');
    const topic = createAlarmTopic(this, 'Topic', settings.alarms);
    new Alarms(this, 'Alarms', {
      rules: [
        ...queueAlarms(queues),
        ...[...functions].flatMap(([name, { fn }]) => functionAlarms(name, fn)),
        ...(auditLogs === undefined ? [] : [droppedAlarm(auditLogs.fn)]),
        ...federationAlarms(settings, sources),
      ],
      ...(topic !== undefined && { topic }),
    });
    createDashboard(this, 'Dashboard', {
      name: Stack.of(this).stackName,
      federation: settings.federation,
      queues: {
        services: queues.services.queue,
        zones: queues.zones.queue,
        resync: queues.resync.queue,
      },
      functions: Object.fromEntries([...functions].map(([name, { fn }]) => [name, fn])),
    });
  }
}
