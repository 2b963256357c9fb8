import { type ApiClient, createApiClient } from '../../adapters/kubernetes/api-client.ts';
import type { CredentialSources } from '../../adapters/kubernetes/credential-sources.ts';
import type { Cluster } from '../../core/model/cluster.ts';
import type { CliContext } from '../command.ts';
import { openHost } from '../host/open-host.ts';
import { type Check, checkLines } from './check.ts';
import { checkMember } from './check-member.ts';
import { checkOnce } from './check-once.ts';
import { endsSoon } from './lifetime.ts';
import { type MemberAccess, openMember } from './member-access.ts';
import {
  clusterManifest,
  plannedCluster,
  type Registration,
  readCluster,
  register,
  rehearse,
  secretManifest,
} from './register.ts';
import { waitReady } from './wait-ready.ts';
import type { JoinWishes } from './wishes.ts';

/** What joining works with. */
export type JoinContext = Pick<CliContext, 'say' | 'now' | 'sleep' | 'environment' | 'signal'> & {
  readonly sources: CredentialSources & { readonly region: () => Promise<string> };
};

/** What joining came to. */
export type Joined = {
  readonly cluster: string;
  readonly checks: readonly Check[];
  /** What was applied, or would be; secrets are left out. */
  readonly objects: readonly object[];
  /** Whether the objects on the host are other than before; absent for a dry run. */
  readonly changed?: boolean;
  readonly region?: string;
  readonly zones: readonly string[];
};

/**
 * Checks the member, registers it and waits until it is ready. Throws an error that names what is in the way; nothing was stored then,
 * unless it says so.
 */
export const join = async (wishes: JoinWishes, context: JoinContext): Promise<Joined> => {
  const host = await openHost(wishes.host, context, context.sources.eks);
  try {
    return await joinHost(host, wishes, context);
  } finally {
    host.close();
  }
};

const joinHost = async (
  host: ApiClient,
  wishes: JoinWishes,
  context: JoinContext,
): Promise<Joined> => {
  const { name, labels, namespace, forceConflicts } = wishes;
  const { signal, say } = context;
  const before = await readCluster(host, name, signal);
  if (before?.deleting)
    throw new Error(`Cannot join ${name}: its Cluster is being deleted; wait until it is gone`);
  const member = await openMember(name, wishes.way, context.sources);
  for (const note of member.notes) say(`note     ${note}`);
  const registration = { name, labels, namespace, member };
  const versions = await rehearse(host, registration, { forceConflicts, signal });
  const checks = await checkAll({ host, registration, member, isHost: wishes.isHost }, context);
  for (const line of checks.flatMap(checkLines)) say(line);
  refuseFailed(checks, wishes);
  const found = { cluster: name, checks, objects: objectsOf(registration) };
  if (wishes.dryRun) return { ...found, zones: [] };
  const registered = await register(host, registration, { forceConflicts, signal });
  const { cluster } = registered;
  const changed = registered.versions.some((version, index) => version !== versions[index]);
  say(`applied  ${name}: ${changed ? 'registered' : 'as it was'}`);
  const { timeLimitMs } = wishes;
  const ready = wishes.wait
    ? await waitReady(host, { cluster, before, changed, timeLimitMs }, context)
    : cluster;
  return { ...found, changed, ...placeOf(ready) };
};

type Checked = {
  readonly host: ApiClient;
  readonly registration: Registration;
  readonly member: MemberAccess;
  readonly isHost: boolean;
};

const checkAll = async (
  { host, registration, member, isHost }: Checked,
  { now, signal }: JoinContext,
): Promise<readonly Check[]> => {
  const { current, asFunctions, kubeconfig } = member;
  const { server } = current.access;
  const client = createApiClient(current.access);
  const cluster = plannedCluster(registration);
  try {
    const checks = await checkMember({ cluster, client, asFunctions, signal });
    // With reach and identity alone nothing else could be asked.
    const answers = checks.some(({ what }) => what === 'health');
    return [
      ...checks,
      await checkOnce({ host, client, cluster, server, answers, isHost, signal }),
      ...(kubeconfig === undefined ? [] : await checkLifetime(member, now())),
    ];
  } finally {
    client.close();
  }
};

const checkLifetime = async ({ current }: MemberAccess, now: number): Promise<readonly Check[]> => {
  const end = await endsSoon(current.access, now);
  if (end === undefined) return [];
  const day = new Date(end).toISOString().slice(0, 10);
  const says = `the credentials end on ${day}, and the cluster turns unreachable then; one of npx seamark manifests --member --service-account stays`;
  return [{ what: 'lifetime', verdict: end <= now ? 'failed' : 'warning', says }];
};

const refuseFailed = (checks: readonly Check[], { name, force }: JoinWishes): void => {
  const failed = checks.filter(({ verdict }) => verdict === 'failed').length;
  if (failed === 0 || force) return;
  throw new Error(
    `Cannot join ${name}: ${failed === 1 ? 'a check' : `${failed} checks`} failed, and nothing was stored; --force registers it all the same`,
  );
};

const objectsOf = (registration: Registration): readonly object[] => {
  const { kubeconfig } = registration.member;
  const cluster = clusterManifest(registration);
  if (kubeconfig === undefined) return [cluster];
  const { data: _secret, ...secret } = secretManifest(registration, kubeconfig);
  return [{ ...secret, data: { kubeconfig: '<redacted>' } }, cluster];
};

const placeOf = ({ region, zones }: Cluster): Pick<Joined, 'region' | 'zones'> => ({
  ...(region === undefined ? {} : { region }),
  zones,
});
