import * as v from 'valibot';
import {
  type ApiCall,
  type ApiClient,
  callJson,
  expectJson,
} from '../../adapters/kubernetes/api-client.ts';
import { clusterPath, secretPath } from '../../adapters/kubernetes/api-paths.ts';
import { saysAbsent } from '../../adapters/kubernetes/api-status.ts';
import { createClusterRegistry } from '../../adapters/kubernetes/cluster-registry.ts';
import { readAs } from '../../adapters/kubernetes/schema.ts';
import type { Cluster } from '../../core/model/cluster.ts';
import type { Ms } from '../../core/model/time.ts';
import type { CliContext } from '../command.ts';
import { joinManager, readCluster } from '../join/register.ts';

/** What a command line of `leave` asks for. */
export type LeaveWishes = {
  readonly name: string;
  /** Namespace of the members' credentials on the host. */
  readonly namespace: string;
  readonly wait: boolean;
  readonly timeLimitMs: Ms;
};

/** What leaving works with. */
export type LeaveContext = Pick<CliContext, 'say' | 'now' | 'sleep' | 'signal'>;

const everyMs: Ms = 2_000;

/**
 * Deletes the `Cluster`, waits until its names and, where the settings say so, its copies are gone, and deletes the Secret that `join` made
 * for it, which is needed until then. Returns false if there was no such member.
 */
export const leave = async (
  host: ApiClient,
  wishes: LeaveWishes,
  context: LeaveContext,
): Promise<boolean> => {
  const { name, wait } = wishes;
  const { say, signal } = context;
  const cluster = await readCluster(host, name, signal);
  if (cluster !== undefined) {
    await deleteCluster(host, cluster, signal);
    say(`deleted  Cluster ${name}`);
    if (!wait) {
      say(
        `note     Secret ${wishes.namespace}/${name}, if there is one, is needed until the Cluster is gone: leave once more deletes it`,
      );
      return true;
    }
    await waitGone(host, cluster, { ...context, timeLimitMs: wishes.timeLimitMs });
  }
  if (await deleteSecret(host, wishes, signal)) say(`deleted  Secret ${wishes.namespace}/${name}`);
  return cluster !== undefined;
};

const deleteCluster = async (
  host: ApiClient,
  { name, uid }: Cluster,
  signal: AbortSignal,
): Promise<void> => {
  const call: ApiCall = {
    what: `delete Cluster ${name}`,
    method: 'DELETE',
    path: clusterPath(name),
    body: { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid } },
    signal,
  };
  const answer = await host.send(call);
  if (!saysAbsent(answer, 'clusters', name)) expectJson(host, call, answer);
};

const waitGone = async (
  host: ApiClient,
  { name, uid }: Cluster,
  { now, sleep, say, signal, timeLimitMs }: LeaveContext & { readonly timeLimitMs: Ms },
): Promise<void> => {
  const end = now() + timeLimitMs;
  let said = '';
  for (;;) {
    const current = await readCluster(host, name, signal);
    // Somebody may have made another one of that name.
    if (current === undefined || current.uid !== uid) return;
    const state = `held by ${current.finalizers.join(', ') || 'nobody'}`;
    if (state !== said) say(`waiting  ${name}: ${state}`);
    said = state;
    if (now() >= end)
      throw new Error(
        `Cannot see cluster ${name} gone within ${timeLimitMs / 1000} s: it is ${state}, until its names, and with leavePolicy "remove" its copies, are gone; it goes by itself then`,
      );
    await sleep(everyMs, signal);
  }
};

const managersSchema = v.object({
  metadata: v.object({
    uid: v.string(),
    managedFields: v.nullish(v.array(v.object({ manager: v.optional(v.string()) })), []),
  }),
});

/** Deletes the Secret of the cluster's name if `join` made it and no other `Cluster` uses it. */
const deleteSecret = async (
  host: ApiClient,
  { name, namespace }: LeaveWishes,
  signal: AbortSignal,
): Promise<boolean> => {
  const what = `read Secret ${namespace}/${name}`;
  const path = secretPath(namespace, name);
  const read: ApiCall = { what, method: 'GET', path, signal };
  const answer = await host.send(read);
  if (answer.status === 404) return false;
  const { metadata } = readAs(managersSchema, expectJson(host, read, answer), what);
  const ours = (metadata.managedFields ?? []).some(({ manager }) => manager === joinManager);
  if (!ours || (await isUsed(host, name, signal))) return false;
  const { uid } = metadata;
  await callJson(host, {
    what: `delete Secret ${namespace}/${name}`,
    method: 'DELETE',
    path,
    body: { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid } },
    signal,
  });
  return true;
};

const isUsed = async (host: ApiClient, secret: string, signal: AbortSignal): Promise<boolean> => {
  const clusters = await createClusterRegistry(host).list(signal);
  return clusters.some(
    ({ credentials }) => credentials.kind === 'secret' && credentials.name === secret,
  );
};
