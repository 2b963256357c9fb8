import { readFileSync } from 'node:fs';
import type { CredentialSources } from '../../../../lib/adapters/kubernetes/credential-sources.ts';
import type { Cluster } from '../../../../lib/core/model/cluster.ts';

/** Text of a file below `test/fixtures`. */
export const fixtureText = (path: string): string =>
  readFileSync(new URL(`../../../fixtures/${path}`, import.meta.url), 'utf8');

/** JSON of a file below `test/fixtures`, in the shape that its test expects of it. */
export const fixtureJson = <Shape>(path: string): Shape =>
  // The fixture and its test are written together.
  JSON.parse(fixtureText(path)) as Shape;

/** A member at an address, with the rest as plain as can be. */
export const memberAt = (serverAddress: string, change: Partial<Cluster> = {}): Cluster => ({
  name: 'tokyo',
  uid: 'uid-tokyo',
  resourceVersion: '1',
  labels: {},
  serverAddresses: [{ clientCidr: '0.0.0.0/0', serverAddress }],
  credentials: { kind: 'none' },
  conditions: [],
  zones: [],
  finalizers: [],
  deleting: false,
  ...change,
});

/** Sources for tests in which no cluster is on EKS and no secret is in Secrets Manager. */
export const noSources: CredentialSources = {
  eks: {
    endpoint: () => Promise.reject(new Error('no EKS here')),
    token: () => Promise.reject(new Error('no EKS here')),
    doubt: () => undefined,
  },
  secrets: { read: () => Promise.reject(new Error('no Secrets Manager here')) },
};

/** Access by a Secret on the host. */
export const bySecret = (name: string): Pick<Cluster, 'credentials'> => ({
  credentials: { kind: 'secret', name },
});

/** A Service as an API server answers with it. */
export const storedService = (
  metadata: { readonly [field: string]: unknown } = {},
  status: { readonly [field: string]: unknown } = {},
) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'shop', namespace: 'web', uid: 'uid-1', resourceVersion: '7', ...metadata },
  spec: { type: 'LoadBalancer', ports: [{ port: 80 }] },
  status: { loadBalancer: {}, ...status },
});

/** A `Status` as an API server refuses with it. */
export const refusal = (status: number, reason: string, message: string, details?: object) => ({
  status,
  json: {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    code: status,
    reason,
    message,
    ...(details ? { details } : {}),
  },
});
