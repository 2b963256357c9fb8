import { eksClusterOf } from './eks-cluster-of.ts';
import type {
  FederationSettings,
  HostSettings,
  WebhookFront,
  WebhookSettings,
  ZoneSettings,
} from './settings.ts';
import type { SettingsFile } from './settings-file.ts';

/** The settings that a file without faults stands for. Throws where a check of theirs was left out. */
export const settingsOf = (file: SettingsFile): FederationSettings => {
  const { $schema: _editors, zone, suffix, host, eksClusters, webhook, ...same } = file;
  return {
    ...same,
    zone: zoneOf(zone),
    suffix: suffix ?? wanted(zone.name),
    host: hostOf(file),
    eksClusters: eksClusters.map((entry) => ({
      ...eksClusterOf(entry, file),
      cluster: entry.cluster ?? entry.name,
    })),
    ...(webhook === undefined ? {} : { webhook: webhookOf(webhook) }),
  };
};

const zoneOf = ({ id, name, create, roleArn }: SettingsFile['zone']): ZoneSettings =>
  create
    ? { kind: 'created', name: wanted(name) }
    : {
        kind: 'existing',
        id: wanted(id),
        ...(name === undefined ? {} : { name }),
        ...(roleArn === undefined ? {} : { roleArn }),
      };

const hostOf = ({ host, ...home }: SettingsFile): HostSettings =>
  host.eks === undefined
    ? { kind: 'secret', name: wanted(host.kubeconfigSecret) }
    : { kind: 'eks', cluster: eksClusterOf(host.eks, home) };

const webhookOf = (webhook: NonNullable<SettingsFile['webhook']>): WebhookSettings => ({
  front: frontOf(webhook),
  reservedConcurrency: webhook.reservedConcurrency,
  tokenHashes: webhook.tokenHashes,
});

const frontOf = (webhook: NonNullable<SettingsFile['webhook']>): WebhookFront =>
  webhook.front === 'function-url'
    ? { kind: 'function-url' }
    : {
        kind: 'http-api',
        domainName: wanted(webhook.domainName),
        certificateArn: wanted(webhook.certificateArn),
        truststore: wanted(webhook.truststore),
        ...(webhook.truststoreVersion === undefined
          ? {}
          : { truststoreVersion: webhook.truststoreVersion }),
      };

/** What the checks have seen to be there. */
const wanted = (text: string | undefined): string => {
  if (text === undefined) throw new Error('Cannot use settings: they were not checked');
  return text;
};
