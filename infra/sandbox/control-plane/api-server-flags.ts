import type { ApiServerFiles } from './api-server-files.ts';
import type { Credentials } from './credentials.ts';

/** What the flags of an API server are made of. */
export type ApiServerSetup = {
  readonly name: string;
  readonly port: number;
  readonly etcdUrl: string;
  readonly files: ApiServerFiles;
  readonly credentials: Credentials;
  /** Batching of the audit webhook; nothing is audited without. */
  readonly audit?: { readonly maxBatchWaitMs?: number; readonly maxBatchSize?: number };
  /** More flags, as they stand. */
  readonly flags: readonly string[];
};

/** The ranges of the emulator in `infra/sandbox/kubernetes`. */
const serviceRange = '10.96.0.0/16,fd00:10:96::/112';

const auditFlags = ({ files, audit }: ApiServerSetup): readonly string[] =>
  audit === undefined
    ? []
    : [
        `--audit-policy-file=${files.auditPolicy}`,
        `--audit-webhook-config-file=${files.auditWebhook}`,
        ...(audit.maxBatchWaitMs === undefined
          ? []
          : [`--audit-webhook-batch-max-wait=${audit.maxBatchWaitMs}ms`]),
        ...(audit.maxBatchSize === undefined
          ? []
          : [`--audit-webhook-batch-max-size=${audit.maxBatchSize}`]),
      ];

/**
 * The flags of kube-apiserver: its own part of a shared etcd, one port on loopback, users by token, and no part of a machine that
 * has no kubelet. Source: the reference page of kube-apiserver 1.34.
 */
export const apiServerFlags = (setup: ApiServerSetup): readonly string[] => {
  const { name, port, etcdUrl, files, credentials } = setup;
  return [
    `--etcd-servers=${etcdUrl}`,
    `--etcd-prefix=/${name}`,
    `--secure-port=${port}`,
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    `--tls-cert-file=${credentials.files.certificate}`,
    `--tls-private-key-file=${credentials.files.key}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${credentials.files.accountsPublic}`,
    `--service-account-signing-key-file=${credentials.files.accountsPrivate}`,
    `--token-auth-file=${files.tokens}`,
    '--authorization-mode=RBAC',
    `--service-cluster-ip-range=${serviceRange}`,
    // The address of a loopback server is none that an Endpoints object may hold.
    '--endpoint-reconciler-type=none',
    ...auditFlags(setup),
    ...setup.flags,
  ];
};
