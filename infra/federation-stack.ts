import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { AuditLogs, auditedClusters } from './constructs/audit-logs.ts';
import { AuditWebhook } from './constructs/audit-webhook.ts';
import { ClusterAccess } from './constructs/cluster-access.ts';
import { FederationFunctions } from './constructs/federation-functions.ts';
import { FederationZone } from './constructs/federation-zone.ts';
import type { GivenRole } from './constructs/given-role.ts';
import { NextSteps } from './constructs/next-steps.ts';
import { Observation } from './constructs/observation.ts';
import { type ZoneAccess, zoneOwnerStatements } from './constructs/permissions/zone-permissions.ts';
import { Schedules } from './constructs/schedules.ts';
import { WorkQueue } from './constructs/work-queue.ts';
import { WorkTable } from './constructs/work-table.ts';
import { queueLimits } from './function-limits.ts';
import type { FederationSettings } from './settings/settings.ts';

export type FederationStackProps = {
  readonly settings: FederationSettings;
  /** Folder of a bundle, by the name of its source file. */
  readonly bundleDirOf: (name: string) => string;
};

/**
 * A federation in one account and region: docs/architecture.md drawn in AWS resources. Several may stand side by side, as they share
 * nothing. Only the table, and a hosted zone made here, hold what could not be made again.
 */
export class FederationStack extends Stack {
  constructor(scope: Construct, props: FederationStackProps) {
    const { settings } = props;
    super(scope, `seamark-${settings.federation}`, {
      env: { account: settings.account, region: settings.region },
      description: `Seamark, federation ${settings.federation}`,
      tags: { 'seamark:federation': settings.federation },
      terminationProtection: settings.removalPolicy === 'retain',
    });
    const queues = {
      services: new WorkQueue(this, 'Services', { name: 'services', limits: queueLimits.services }),
      zones: new WorkQueue(this, 'Zones', { name: 'zones', limits: queueLimits.zones }),
      resync: new WorkQueue(this, 'Resync', { name: 'resync', limits: queueLimits.resync }),
    };
    const zone = new FederationZone(this, 'Zone', settings.zone);
    const zoneAccess = zoneAccessOf(zone.zoneId, settings);
    const table = new WorkTable(this, 'Table', settings);
    const functions = new FederationFunctions(this, 'Functions', {
      ...props,
      ...queues,
      table,
      zoneAccess,
    });
    queues.services.feed(functions.reconcileService);
    queues.zones.feed(functions.publishZone);
    queues.resync.feed(functions.resync);
    const schedules = new Schedules(this, 'Schedules', [
      { name: 'Resync', target: functions.resync, everyMinutes: settings.resyncMinutes },
      {
        name: 'ClusterHealth',
        target: functions.clusterHealth,
        everyMinutes: settings.healthMinutes,
      },
    ]);
    const webhook = createWebhook(this, functions, settings);
    if (auditedClusters(settings).length > 0) {
      new AuditLogs(this, 'AuditLogs', {
        ...props,
        createTarget: (deadLetters) => functions.addAuditLogs(deadLetters),
      });
    }
    const access = new ClusterAccess(this, 'Access', { settings, roles: functions.clusterRoles });
    new Observation(this, 'Observation', {
      settings,
      queues: { ...queues, scheduleDeadLetters: schedules.deadLetters },
      functions: functions.byName,
      sources: auditSources(settings),
    });
    new NextSteps(this, 'NextSteps', {
      settings,
      nameServers: zone.nameServers,
      zoneRole: zoneRoleOf(this, zoneAccess, functions),
      clusterRoles: access.givenRoles,
      missingEntries: access.missing,
      webhook,
    });
  }
}

const zoneAccessOf = (zoneId: string, settings: FederationSettings): ZoneAccess => {
  const { zone, federation, suffix } = settings;
  const roleArn = zone.kind === 'existing' ? zone.roleArn : undefined;
  return { zoneId, federation, suffix, ...(roleArn !== undefined && { roleArn }) };
};

const zoneRoleOf = (
  scope: Construct,
  access: ZoneAccess,
  { reconcileService, publishZone }: FederationFunctions,
): GivenRole | undefined =>
  access.roleArn === undefined
    ? undefined
    : {
        roleArn: access.roleArn,
        statements: zoneOwnerStatements(scope, access),
        callers: [reconcileService, publishZone].map(({ role }) => role.roleArn),
      };

const createWebhook = (
  scope: Construct,
  functions: FederationFunctions,
  { webhook, logRetentionDays: retentionDays, removalPolicy }: FederationSettings,
): AuditWebhook | undefined =>
  webhook &&
  new AuditWebhook(scope, 'AuditWebhook', {
    target: functions.addAuditWebhook(webhook),
    webhook,
    logs: { retentionDays, removalPolicy },
  });

/** The clusters that send audit events, by the names that they are counted under; the host's is `host`. */
const auditSources = ({ host, eksClusters, webhook }: FederationSettings): readonly string[] => {
  const names = [
    ...Object.keys(webhook?.tokenHashes ?? {}),
    ...(host.kind === 'eks' && host.cluster.auditLogs ? ['host'] : []),
    ...eksClusters.flatMap(({ cluster, auditLogs }) => (auditLogs ? cluster : [])),
  ];
  return [...new Set(names)].sort();
};
