import { defaults } from '../../lib/config/bounds.ts';
import { type Check, where } from './check.ts';
import { type Fault, faultOnPath } from './faults.ts';
import type { SettingsFile } from './settings-file.ts';

/** The webhook's front is complete, and each token tells one cluster. */
export const webhookChecks: readonly Check[] = [
  { of: ['webhook'], faults: ({ webhook }) => (webhook === undefined ? [] : front(webhook)) },
  { of: ['webhook', 'region'], faults: certificateRegion },
  { of: ['webhook'], faults: ({ webhook }) => sharedTokens(webhook?.tokenHashes ?? {}) },
  { of: ['webhook', 'host', 'hostCluster', 'eksClusters'], faults: sources },
];

type Webhook = NonNullable<SettingsFile['webhook']>;

const front = (webhook: Webhook): readonly Fault[] =>
  (['domainName', 'certificateArn', 'truststore'] as const).flatMap((key) =>
    where(
      [
        webhook.front === 'http-api' && webhook[key] === undefined,
        `webhook.${key}`,
        'is missing: the front http-api takes domainName, certificateArn and truststore',
      ],
      [
        webhook.front === 'function-url' && webhook[key] !== undefined,
        `webhook.${key}`,
        'has no use: a function URL has a domain name and a certificate of its own',
      ],
    ),
  );

function certificateRegion({ webhook, region }: SettingsFile): readonly Fault[] {
  const ofCertificate = webhook?.certificateArn?.split(':')[3];
  return where([
    ofCertificate !== undefined && ofCertificate !== region,
    'webhook.certificateArn',
    "is of another region than the stack's, where the HTTP API looks for it",
  ]);
}

const sharedTokens = (tokenHashes: Webhook['tokenHashes']): readonly Fault[] => {
  const owners = new Set<string>();
  return Object.entries(tokenHashes).flatMap(([cluster, hashes]) =>
    hashes.flatMap((hash, index) => {
      if (owners.has(hash)) {
        const message = 'is there before: each cluster has tokens of its own';
        return [faultOnPath(['webhook', 'tokenHashes', cluster, index], message)];
      }
      owners.add(hash);
      return [];
    }),
  );
};

function sources({ webhook, host, hostCluster, eksClusters }: SettingsFile): readonly Fault[] {
  const onEks = new Set(eksClusters.map(({ name, cluster }) => cluster ?? name));
  if (host.eks !== undefined) onEks.add(defaults.hostSource);
  return Object.keys(webhook?.tokenHashes ?? {}).flatMap((source) => {
    const path = ['webhook', 'tokenHashes', source];
    if (onEks.has(source)) {
      return [faultOnPath(path, 'is on EKS, where clusters cannot call a webhook')];
    }
    return source === hostCluster
      ? [faultOnPath(path, `is the host, whose audit events go by ${defaults.hostSource}`)]
      : [];
  });
}
