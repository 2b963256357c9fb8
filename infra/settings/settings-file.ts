import * as v from 'valibot';
import { bounds, choices, defaults } from '../../lib/config/bounds.ts';
import {
  awsRegion,
  dnsLabel,
  dnsName,
  iamRoleArn,
  ipAddress,
  text,
  zoneId,
} from '../../lib/config/fields.ts';
import { hostGroup, memberEntries } from './cluster-fields.ts';
import {
  about,
  awsAccount,
  ec2Id,
  flag,
  group,
  list,
  matching,
  oneOf,
  regionalArn,
  share,
  within,
} from './file-fields.ts';
import { webhookGroup } from './webhook-fields.ts';

const zoneGroup = group({
  id: v.exactOptional(about(zoneId, 'Id of a hosted zone that is there.')),
  name: v.exactOptional(
    about(dnsName, 'Name of the zone. Beside an `id` it is checked when names are published.'),
  ),
  create: v.exactOptional(
    about(
      v.literal(true, 'is not true: leave it out'),
      'Makes a zone called `name`, which outlives the stack. Delegate it in its parent zone.',
    ),
  ),
  roleArn: v.exactOptional(
    about(
      iamRoleArn,
      'Role in the account of the zone that the functions assume for Route 53, if the zone is of another account.',
    ),
  ),
});

const delays = group({
  reviewMs: about(within(bounds.reviewDelayMs), 'After a change in a member.'),
  clusterAvailableMs: about(
    within(bounds.clusterAvailableDelayMs),
    'After a cluster became available, for all Services.',
  ),
  publishMs: about(
    within(bounds.publishDelayMs),
    'During which changes of a zone gather before they are published.',
  ),
});

const health = group({
  probeFailures: about(within(bounds.probeFailures), 'Failed looks in a row that count.'),
  probeSuccesses: about(within(bounds.probeSuccesses), 'Good looks in a row that count.'),
  offlinePolicy: about(
    oneOf(choices.offlinePolicy),
    'Whether names keep the addresses of a dark cluster or lose them.',
  ),
  withdrawFailures: about(within(bounds.withdrawFailures), 'Failed looks that withdraw.'),
  withdrawLooks: about(within(bounds.withdrawLooks), 'Latest looks that are counted.'),
  withdrawShare: about(
    v.optional(share, defaults.withdrawShare),
    'Share of the clusters, or of the published addresses, beyond which nothing is withdrawn.',
  ),
});

const vpcGroup = group({
  id: about(ec2Id('vpc'), 'Id of the VPC.'),
  subnetIds: about(list(ec2Id('subnet'), 1), 'One subnet a zone.'),
  availabilityZones: about(
    list(matching(/^[-a-z0-9]+[a-z]$/, 'is not an availability zone, such as eu-central-1a'), 1),
    'The zones of `subnetIds`, in the same order.',
  ),
  securityGroupIds: about(list(ec2Id('sg'), 1), 'Security groups of the functions.'),
});

const alarms = group({
  topicArn: v.exactOptional(
    about(regionalArn('sns', /[-\w]{1,256}(\.fifo)?/, 'an SNS topic'), 'SNS topic that is there.'),
  ),
  email: v.exactOptional(
    about(
      v.pipe(text, v.email('is not an e-mail address')),
      'Address of a topic that the stack makes.',
    ),
  ),
});

/** The periods that CloudWatch Logs knows (API_PutRetentionPolicy), in days. */
export const retentionPeriods = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288,
  3653,
] as const;

/** Labels as in `SEAMARK_SELECTOR`. */
const selector = v.pipe(
  v.string('is not text'),
  v.regex(
    /^([^=!<>()\s,]+=[^=!<>()\s,]*(,[^=!<>()\s,]+=[^=!<>()\s,]*)*)?$/,
    'is not of the form key=value,key=value',
  ),
);

/** The settings file as it is written: what stands in it, each setting by itself. Defaults are those of lib/config. */
export const settingsFile = group({
  $schema: v.exactOptional(about(text, 'JSON schema, for editors.')),
  account: about(awsAccount, 'Account that the stack stands in.'),
  region: about(awsRegion, 'Region that the stack stands in.'),
  federation: about(dnsLabel, 'Name of the federation, a label of every DNS name.'),
  zone: about(zoneGroup, 'Hosted zone of the names: `id`, or `name` and `create`.'),
  suffix: v.exactOptional(
    about(dnsName, "What every name ends in: the zone's name, which is the default, or below it."),
  ),
  ttlSeconds: about(within(bounds.ttlSeconds), 'Of all records.'),
  hostNames: about(
    oneOf(choices.hostNames),
    'Whether a name leads to the host name of a load balancer or holds its addresses.',
  ),
  elbZoneIds: about(
    v.optional(v.record(dnsName, zoneId, 'is not an object'), defaults.elbZoneIds),
    'Hosted zone ids of load balancers by suffix of their host names, besides the ones built in.',
  ),
  host: about(hostGroup, 'The host cluster: `eks` or `kubeconfigSecret`.'),
  hostCluster: v.exactOptional(
    about(dnsLabel, 'Name of the `Cluster` object that is the host itself, if it is a member too.'),
  ),
  ...memberEntries,
  clientIp: v.exactOptional(
    about(
      ipAddress,
      "The functions' own address, for the choice among a member's `serverAddressByClientCIDRs`.",
    ),
  ),
  secretNamespace: about(
    v.optional(dnsLabel, defaults.secretNamespace),
    "Namespace on the host with the members' credentials.",
  ),
  ownUsernames: about(
    v.optional(list(text, 1), [...defaults.ownUsernames]),
    'Kubernetes users that the functions write as; changes by them cause no look.',
  ),
  memberLimitMs: about(within(bounds.memberLimitMs), 'Time of each call to a member.'),
  selector: about(
    v.optional(selector, defaults.selector),
    'Labels of federated Services, `key=value,…`; empty selects all.',
  ),
  namesakes: about(
    oneOf(choices.namesakes),
    'What to do with a Service of the same name that a member already has.',
  ),
  createNamespaces: about(
    v.optional(flag, defaults.createNamespaces),
    'Whether a namespace that a member lacks is made there.',
  ),
  leavePolicy: about(
    oneOf(choices.leavePolicy),
    'What becomes of the copies in a cluster whose `Cluster` object is deleted.',
  ),
  webhook: v.exactOptional(
    about(webhookGroup, 'The audit webhook of self-managed clusters. Without it there is none.'),
  ),
  delays: about(v.optional(delays, {}), 'How long work waits for more of its kind.'),
  resyncMinutes: about(
    within({ least: 1, most: 1_440, otherwise: 10 }),
    'Between two resyncs, which find what no event told.',
  ),
  healthMinutes: about(
    within({ least: 1, most: 60, otherwise: 1 }),
    'Between two looks at the health of the clusters.',
  ),
  health: about(v.optional(health, {}), 'How the health of clusters is judged.'),
  route53RequestsPerSecond: about(
    within(bounds.route53RequestsPerSecond),
    "Share of the requests to Route 53 that the zone's account has.",
  ),
  driftSweepMinutes: about(
    within(bounds.driftSweepMinutes),
    'Between two sweeps, which hold the hosted zone against what Seamark wrote; 0: none.',
  ),
  driftPolicy: about(
    oneOf(choices.driftPolicy),
    'What becomes of a record of ours whose values somebody edited. One that is missing is always put back.',
  ),
  vpc: v.exactOptional(
    about(
      vpcGroup,
      'Network for clusters without a public endpoint: the functions that reach clusters are attached to it, and need ways from there to the services of AWS.',
    ),
  ),
  alarms: about(v.optional(alarms, {}), 'Who hears of alarms: `topicArn`, `email`, or nobody.'),
  logRetentionDays: about(
    v.optional(v.picklist(retentionPeriods, `is none of ${retentionPeriods.join(', ')}`), 30),
    'How long logs are kept.',
  ),
  removalPolicy: about(
    oneOf(['retain', 'destroy']),
    'What becomes of table and logs once the stack is deleted. A zone is always kept.',
  ),
});

/** What the file says, canonical and with the defaults filled in. */
export type SettingsFile = v.InferOutput<typeof settingsFile>;
