import { secretNamespace } from './clusters/manifests.ts';
import type { FunctionName } from './function-limits.ts';
import { type ClusterTokens, tokenHash } from './tokens.ts';
import { hostName, type Topology } from './topology.ts';

/** Where the functions find the AWS side. */
export type AwsAddresses = {
  readonly dynamodbUrl: string;
  readonly sqsUrl: string;
  readonly route53Url: string;
  /** `host:port` */
  readonly dnsServer: string;
  readonly tableName: string;
  readonly hostedZoneId: string;
  readonly serviceQueueUrl: string;
  readonly zoneQueueUrl: string;
  readonly resyncQueueUrl: string;
};

/** What the functions' environments are made of. */
export type SettingsSource = {
  readonly topology: Topology;
  readonly aws: AwsAddresses;
  readonly tokens: { readonly [cluster: string]: ClusterTokens };
  /** Path of the kubeconfig whose current context is the host. */
  readonly hostKubeconfig: string;
};

type Variables = { readonly [name: string]: string };

/** Federated Services carry this label. */
const selector = 'federation.seamark.dev/enabled=true';
const ttlSeconds = 5;
const reviewDelayMs = 2_000;
const publishDelayMs = 1_000;
const clusterAvailableDelayMs = 1_000;
const route53RequestsPerSecond = 5;

const webhook = ({ tokens }: SettingsSource): Variables => ({
  SEAMARK_HOST_SOURCE: hostName,
  SEAMARK_WEBHOOK_TOKEN_HASHES: JSON.stringify(
    Object.fromEntries(
      Object.entries(tokens).map(([cluster, token]) => [cluster, [tokenHash(token.webhook)]]),
    ),
  ),
  SEAMARK_REVIEW_DELAY_MS: String(reviewDelayMs),
  SEAMARK_SECRET_NAMESPACE: secretNamespace,
});

const queue = ({ aws }: SettingsSource): Variables => ({
  SEAMARK_TABLE: aws.tableName,
  SEAMARK_SERVICE_QUEUE_URL: aws.serviceQueueUrl,
  AWS_ENDPOINT_URL_DYNAMODB: aws.dynamodbUrl,
  AWS_ENDPOINT_URL_SQS: aws.sqsUrl,
});

const clusters = ({ hostKubeconfig }: SettingsSource): Variables => ({
  SEAMARK_SELECTOR: selector,
  SEAMARK_HOST_KUBECONFIG: hostKubeconfig,
  SEAMARK_SECRET_NAMESPACE: secretNamespace,
});

const zones = ({ aws }: SettingsSource): Variables => ({
  SEAMARK_ZONE_QUEUE_URL: aws.zoneQueueUrl,
});

const resyncs = ({ aws }: SettingsSource): Variables => ({
  SEAMARK_RESYNC_QUEUE_URL: aws.resyncQueueUrl,
});

/** What a Service is planned by. */
const planning = ({ topology, aws }: SettingsSource): Variables => ({
  SEAMARK_FEDERATION: topology.federation,
  SEAMARK_HOSTED_ZONE_ID: aws.hostedZoneId,
  SEAMARK_DNS_SUFFIX: topology.zone,
  SEAMARK_DNS_TTL_SECONDS: String(ttlSeconds),
  SEAMARK_DNS_SERVERS: aws.dnsServer,
  SEAMARK_PUBLISH_DELAY_MS: String(publishDelayMs),
});

/** The environment of one function: what it needs, nothing else. */
export const functionSettings = (name: FunctionName, source: SettingsSource): Variables => {
  switch (name) {
    case 'audit-webhook':
      return { ...queue(source), ...resyncs(source), ...webhook(source) };
    case 'reconcile-service':
      return {
        ...queue(source),
        ...zones(source),
        ...resyncs(source),
        ...clusters(source),
        ...planning(source),
        SEAMARK_CLUSTER_AVAILABLE_DELAY_MS: String(clusterAvailableDelayMs),
        AWS_ENDPOINT_URL_ROUTE_53: source.aws.route53Url,
      };
    case 'publish-zone':
      return {
        ...queue(source),
        ...zones(source),
        SEAMARK_ROUTE53_RATE: String(route53RequestsPerSecond),
        AWS_ENDPOINT_URL_ROUTE_53: source.aws.route53Url,
      };
    case 'resync':
      return {
        ...queue(source),
        ...zones(source),
        ...resyncs(source),
        ...clusters(source),
        ...planning(source),
      };
    case 'cluster-health':
      return {
        ...queue(source),
        ...resyncs(source),
        ...clusters(source),
        SEAMARK_FEDERATION: source.topology.federation,
        SEAMARK_CLUSTER_AVAILABLE_DELAY_MS: String(clusterAvailableDelayMs),
      };
  }
};
