import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kubeconfig } from '../clusters/kubeconfig.ts';
import type { Groups, Users } from '../kubernetes/http/authenticate.ts';

/** Where an audit webhook listens, over TLS, the token that it wants, and what it is told (text of a policy file). */
export type AuditTarget = {
  readonly url: string;
  readonly token: string;
  readonly policy?: string | undefined;
};

/** What an API server reads from its folder. */
export type ApiServerFiles = {
  readonly tokens: string;
  readonly auditPolicy: string;
  readonly auditWebhook: string;
  readonly controllerManager: string;
  readonly log: string;
  readonly controllerManagerLog: string;
};

const hostPolicy = fileURLToPath(new URL('../../manifests/audit-policy.yaml', import.meta.url));

/** Places of the files in the folder of one API server. */
export const apiServerFiles = (folder: string): ApiServerFiles => ({
  tokens: join(folder, 'tokens.csv'),
  auditPolicy: join(folder, 'audit-policy.yaml'),
  auditWebhook: join(folder, 'audit-webhook.yaml'),
  controllerManager: join(folder, 'controller-manager.yaml'),
  log: join(folder, 'kube-apiserver.log'),
  controllerManagerLog: join(folder, 'kube-controller-manager.log'),
});

/** A line of `--token-auth-file`: token, user name, uid, groups. */
const tokenLine = (token: string, user: string, groups: readonly string[]): string =>
  `${token},${user},${user},"${groups.join(',')}"\n`;

const write = (file: string, content: string): Promise<void> =>
  writeFile(file, content, { mode: 0o600 });

/** Writes the files of one API server: who may come, and where its audit events go, whose receiver `ca` vouches for. */
export const writeApiServerFiles = async (
  folder: string,
  {
    users,
    groups,
    audit,
    ca,
  }: {
    readonly users: Users;
    readonly groups: Groups;
    readonly audit?: AuditTarget;
    readonly ca: string;
  },
): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = apiServerFiles(folder);
  const lines = Object.entries(users).map(([token, user]) =>
    tokenLine(token, user, groups[user] ?? []),
  );
  await write(files.tokens, lines.join(''));
  if (audit === undefined) return;
  const { url, token } = audit;
  await write(files.auditPolicy, audit.policy ?? (await readFile(hostPolicy, 'utf8')));
  await write(files.auditWebhook, kubeconfig('audit', [{ name: 'webhook', url, token, ca }]));
};
