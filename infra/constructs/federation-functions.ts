import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type FunctionName, functionLimits } from '../function-limits.ts';
import { functionEnvironment } from '../settings/function-environment.ts';
import type { FederationSettings, WebhookSettings } from '../settings/settings.ts';
import type { UserRoles } from './cluster-access.ts';
import { FederationFunction, type Network } from './federation-function.ts';
import { importNetwork } from './network.ts';
import { allow } from './permissions/allow.ts';
import { clusterPermissions } from './permissions/cluster-permissions.ts';
import { acknowledgeNetwork, networkPermissions } from './permissions/network-permissions.ts';
import { queuePermissions } from './permissions/queue-permissions.ts';
import { tablePermissions } from './permissions/table-permissions.ts';
import { type ZoneAccess, zonePermissions } from './permissions/zone-permissions.ts';
import type { WorkQueue } from './work-queue.ts';
import type { WorkTable } from './work-table.ts';

export type FederationFunctionsProps = {
  readonly settings: FederationSettings;
  readonly table: WorkTable;
  readonly services: WorkQueue;
  readonly zones: WorkQueue;
  readonly resync: WorkQueue;
  readonly zoneAccess: ZoneAccess;
  /** Folder of a function's bundle. */
  readonly bundleDirOf: (name: string) => string;
};

/** What sets a function apart from the others. */
type Particulars = {
  readonly description: string;
  readonly permissions?: readonly PolicyStatement[];
  readonly network?: Network | undefined;
  readonly reservedConcurrency?: number;
  readonly loops?: boolean;
  readonly whyNoDeadLetterQueue: string;
};

const inQueue =
  "Its events come from a queue, where they stay if it fails; the queue's own redrive policy moves them on";
const nextRun = 'A run that fails has a successor in minutes; its alarm is the missing heartbeat';

/** The functions of functions/, each with its own role. Those that take audit events exist if somebody sends any. */
export class FederationFunctions extends Construct {
  readonly reconcileService: FederationFunction;
  readonly publishZone: FederationFunction;
  readonly resync: FederationFunction;
  readonly clusterHealth: FederationFunction;
  readonly #byName = new Map<FunctionName, FederationFunction>();
  readonly #props: FederationFunctionsProps;

  constructor(scope: Construct, id: string, props: FederationFunctionsProps) {
    super(scope, id);
    this.#props = props;
    const { settings, zoneAccess } = props;
    const network = settings.vpc && importNetwork(this, 'Network', settings.vpc);
    const reach = (): readonly PolicyStatement[] => [
      ...clusterPermissions(this, settings),
      ...(network === undefined ? [] : networkPermissions(this)),
    ];
    this.reconcileService = this.#create('reconcile-service', {
      description: 'Makes a pass over each federated Service that the queue names',
      permissions: [...zonePermissions(this, 'reconcile-service', zoneAccess), ...reach()],
      network,
      loops: true,
      whyNoDeadLetterQueue: inQueue,
    });
    this.publishZone = this.#create('publish-zone', {
      description: 'Publishes what is pending for each hosted zone that the queue names',
      permissions: zonePermissions(this, 'publish-zone', zoneAccess),
      loops: true,
      whyNoDeadLetterQueue: inQueue,
    });
    this.resync = this.#create('resync', {
      description: 'Compares all clusters with the table and asks for the passes that are needed',
      permissions: reach(),
      network,
      loops: true,
      whyNoDeadLetterQueue: nextRun,
    });
    this.clusterHealth = this.#create('cluster-health', {
      description: 'Looks at the health and the location of every member cluster',
      permissions: reach(),
      network,
      whyNoDeadLetterQueue: nextRun,
    });
  }

  /** Those that exist. */
  get byName(): ReadonlyMap<FunctionName, FederationFunction> {
    return this.#byName;
  }

  /** Roles that clusters must let in, unless the settings give a cluster a role of its own. */
  get clusterRoles(): UserRoles {
    return {
      'reconcile-service': this.reconcileService.role.roleArn,
      resync: this.resync.role.roleArn,
      'cluster-health': this.clusterHealth.role.roleArn,
    };
  }

  /** The function behind the audit webhook. */
  addAuditWebhook({ reservedConcurrency }: WebhookSettings): FederationFunction {
    return this.#create('audit-webhook', {
      description: 'Takes audit events of self-managed clusters over HTTP',
      ...(reservedConcurrency === 'none' ? {} : { reservedConcurrency }),
      whyNoDeadLetterQueue:
        'It is called and waited for: the API server sends a batch that failed again',
    });
  }

  /** The function that audit logs of EKS clusters are sent to; Lambda keeps in `deadLetters`, in its name, what it failed at. */
  addAuditLogs(deadLetters: Queue): FederationFunction {
    return this.#create('audit-logs', {
      description: 'Takes audit events of EKS clusters from their logs',
      permissions: allow('KeepFailedEvents', {
        actions: ['sqs:SendMessage'],
        resources: [deadLetters.queueArn],
      }),
      whyNoDeadLetterQueue: 'What it fails at goes to the failure destination of its invocations',
    });
  }

  #create(name: FunctionName, particulars: Particulars): FederationFunction {
    const { settings, table, services, zones, resync, zoneAccess, bundleDirOf } = this.#props;
    const { permissions = [], network, ...rest } = particulars;
    const created = new FederationFunction(this, name, {
      ...rest,
      bundleDir: bundleDirOf(name),
      limits: functionLimits[name],
      environment: functionEnvironment(name, settings, {
        tableName: table.table.tableName,
        serviceQueueUrl: services.queue.queueUrl,
        zoneQueueUrl: zones.queue.queueUrl,
        resyncQueueUrl: resync.queue.queueUrl,
        hostedZoneId: zoneAccess.zoneId,
      }),
      permissions: [
        ...tablePermissions(name, table.table.tableArn),
        ...queuePermissions(name, {
          services: services.queue.queueArn,
          zones: zones.queue.queueArn,
          resync: resync.queue.queueArn,
        }),
        ...permissions,
      ],
      logs: { retentionDays: settings.logRetentionDays, removalPolicy: settings.removalPolicy },
      ...(network !== undefined && { network }),
    });
    if (network !== undefined) acknowledgeNetwork(created.role);
    this.#byName.set(name, created);
    return created;
  }
}
