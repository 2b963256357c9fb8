import { defaults } from '../../lib/config/bounds.ts';
import { type Check, type Reading, where } from './check.ts';
import { clusterNames } from './cluster-checks.ts';
import { type Fault, faultOnPath } from './faults.ts';
import type { SettingsFile } from './settings-file.ts';

/** The webhook's front is complete, and each token tells one cluster. */
export const webhookChecks: readonly Check[] = [
  {
    sound: ['webhook.front'],
    faults: ({ webhook }) => (webhook === undefined ? [] : front(webhook)),
  },
  { sound: ['webhook.certificateArn', 'region'], faults: certificateRegion },
  { open: ['webhook.tokenHashes'], faults: sharedTokens },
  { open: ['webhook.tokenHashes', 'eksClusters', 'host.eks'], faults: onEks },
  { open: ['webhook.tokenHashes'], sound: ['hostCluster'], faults: hostSource },
];

type Webhook = NonNullable<SettingsFile['webhook']>;

const needed = ['domainName', 'certificateArn', 'truststore'] as const;

const front = (webhook: Webhook): readonly Fault[] =>
  webhook.front === 'http-api'
    ? needed.flatMap((key) =>
        where([
          webhook[key] === undefined,
          `webhook.${key}`,
          'is missing: the front http-api takes domainName, certificateArn and truststore',
        ]),
      )
    : ([...needed, 'truststoreVersion'] as const).flatMap((key) =>
        where([
          webhook[key] !== undefined,
          `webhook.${key}`,
          'has no use: a function URL has a domain name and a certificate of its own',
        ]),
      );

function certificateRegion({ webhook, region }: SettingsFile): readonly Fault[] {
  const ofCertificate = webhook?.certificateArn?.split(':')[3];
  return where([
    ofCertificate !== undefined && ofCertificate !== region,
    'webhook.certificateArn',
    "is of another region than the stack's, where the HTTP API looks for it",
  ]);
}

const tokensPath = ['webhook', 'tokenHashes'] as const;

function sharedTokens({ webhook }: SettingsFile, { open, sound }: Reading): readonly Fault[] {
  const owners = new Set<string>();
  return Object.entries(webhook?.tokenHashes ?? {}).flatMap(([cluster, hashes]) => {
    const path = [...tokensPath, cluster];
    if (!open(faultOnPath(path, '').place)) return [];
    return hashes.flatMap((hash, index) => {
      const before = faultOnPath(
        [...path, index],
        'is there before: each cluster has tokens of its own',
      );
      if (!sound(before.place)) return [];
      if (owners.has(hash)) return [before];
      owners.add(hash);
      return [];
    });
  });
}

function onEks(file: SettingsFile, reading: Reading): readonly Fault[] {
  const names = new Set(clusterNames(file, reading));
  if (file.host.eks !== undefined) names.add(defaults.hostSource);
  return Object.keys(file.webhook?.tokenHashes ?? {})
    .filter((source) => names.has(source))
    .map((source) =>
      faultOnPath([...tokensPath, source], 'is on EKS, where clusters cannot call a webhook'),
    );
}

function hostSource({ webhook, hostCluster }: SettingsFile): readonly Fault[] {
  return Object.keys(webhook?.tokenHashes ?? {})
    .filter((source) => source === hostCluster)
    .map((source) =>
      faultOnPath(
        [...tokensPath, source],
        `is the host, whose audit events go by ${defaults.hostSource}`,
      ),
    );
}
