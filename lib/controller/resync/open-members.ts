import { type Cluster, type ClusterName, isReady } from '../../core/model/cluster.ts';
import { type Failure, failureOf } from '../../core/model/failure.ts';
import { federationLabel } from '../../core/model/names.ts';
import type { ClusterView, ObservedCluster } from '../../core/model/observed.ts';
import { formatServiceKey, type ServiceKey } from '../../core/model/service-key.ts';
import { type ServiceObject, serviceType } from '../../core/model/service-object.ts';
import type { PlanSettings } from '../../core/model/settings.ts';
import type { ResyncCheckpoint } from '../../ports/resync-progress.ts';
import { parallelMembers } from '../apply-clusters.ts';
import type { ResyncContext } from '../context.ts';
import { sideBySide } from '../side-by-side.ts';
import { type CopyStream, openCopyStream } from './copy-stream.ts';
import { type MemberContext, type MemberReads, openMemberReads } from './member-reads.ts';
import { openReadyStream, type ReadyStream } from './ready-stream.ts';

/** All members as their lists show them, page by page. */
export type Members = {
  /**
   * Reads on up to that key, all members side by side; keys rise from call to call. Copies are kept of the Services that are wanted. A
   * member whose list fails is unread from there on.
   */
  readonly readUpTo: (last: string, wanted: ReadonlySet<string>) => Promise<void>;
  /** What a pass would see of a key that was wanted last, given what the host has of that name. */
  readonly viewsOf: (
    key: ServiceKey,
    service: ServiceObject | undefined,
  ) => Promise<readonly ObservedCluster[]>;
  /** By member, what its list goes on with. */
  readonly tokens: () => { readonly [cluster: ClusterName]: string };
  /** Why members could not be read, by name. */
  readonly unread: () => ReadonlyMap<ClusterName, Failure>;
};

type Open = {
  readonly cluster: Cluster;
  readonly isHost: boolean;
  readonly reads: MemberReads;
  readonly copies: CopyStream;
  readonly slices: ReadyStream;
  ready: ReadonlyMap<string, number>;
  found: ReadonlyMap<string, ServiceObject>;
  failure?: Failure;
};

/** What opening the members takes. */
type Context = MemberContext & Pick<ResyncContext, 'settings'>;

type Start = { readonly namespace?: string } & Pick<ResyncCheckpoint, 'after' | 'members'>;

/** Opens the lists of all members that are ready; nothing is read before the host's list has come somewhere. */
export const openMembers = (clusters: readonly Cluster[], start: Start, ctx: Context): Members => {
  const opened = clusters.map((cluster) => open(cluster, start, ctx));
  return {
    readUpTo: (last, wanted) =>
      each(opened, async (member) => {
        const [ready, found] = await Promise.all([
          member.slices.upTo(last),
          member.isHost ? member.found : member.copies.upTo(last, wanted),
        ]);
        member.ready = ready;
        member.found = found;
      }),
    viewsOf: (key, service) =>
      Promise.all(
        opened.map(async (member) => ({
          cluster: member.cluster,
          view: await viewOf(member, key, service),
        })),
      ),
    tokens: () =>
      Object.fromEntries(
        opened.flatMap(({ cluster, copies }) => {
          const token = copies.token();
          return token === undefined ? [] : [[cluster.name, token] as const];
        }),
      ),
    unread: () =>
      new Map(opened.flatMap(({ cluster, failure }) => (failure ? [[cluster.name, failure]] : []))),
  };
};

const open = (cluster: Cluster, start: Start, ctx: Context): Open => {
  const next = start.members[cluster.name];
  const options = {
    labelSelector: copiesOf(ctx.settings),
    after: start.after,
    ...within(start),
    ...(next === undefined ? {} : { next }),
  };
  const isHost = cluster.name === ctx.settings.hostCluster;
  const labelSelector = isHost ? selectorText(ctx.settings) : copiesOf(ctx.settings);
  const reads = openMemberReads(cluster, ctx);
  return {
    cluster,
    isHost,
    reads,
    copies: openCopyStream(reads, options),
    slices: openReadyStream(reads, { labelSelector, ...within(start) }),
    ready: new Map(),
    found: new Map(),
  };
};

const within = ({ namespace }: Start) => (namespace === undefined ? {} : { namespace });

const copiesOf = ({ federation }: PlanSettings): string => `${federationLabel}=${federation}`;

// EndpointSlices carry the labels of their Service, on the host those by which it is federated.
const selectorText = ({ selector }: PlanSettings): string =>
  selector.map(({ key, value }) => `${key}=${value}`).join(',');

const each = async (
  members: readonly Open[],
  work: (member: Open) => Promise<void>,
): Promise<void> => {
  const asked = members.filter(({ cluster, failure }) => isReady(cluster) && !failure);
  const settled = await sideBySide(asked, parallelMembers, work);
  for (const [at, result] of settled.entries()) {
    const member = asked[at];
    if (result.status === 'rejected' && member) member.failure = failureOf(result.reason);
  }
};

const viewOf = async (
  member: Open,
  key: ServiceKey,
  hostService: ServiceObject | undefined,
): Promise<ClusterView> => {
  const { cluster, isHost, ready, found, failure } = member;
  if (!isReady(cluster)) return { kind: 'not-ready' };
  if (failure !== undefined) return { kind: 'unread', ...failure };
  const text = formatServiceKey(key);
  const service = isHost ? hostService : found.get(text);
  if (service === undefined) return { kind: 'read', readyEndpoints: 0 };
  const listed = ready.get(text);
  if (listed !== undefined || serviceType(service) === 'ExternalName') {
    return { kind: 'read', service, readyEndpoints: listed ?? 0 };
  }
  return await askForEndpoints(member, service);
};

// Kubernetes keeps a slice for every selector, be nothing ready behind it. Where none is listed, somebody else may have made one without
// the label, or Endpoints: no list says that nothing is ready.
const askForEndpoints = async (member: Open, service: ServiceObject): Promise<ClusterView> => {
  const [count] = await Promise.allSettled([member.reads.countReadyEndpoints(service.key)]);
  if (count.status === 'fulfilled') return { kind: 'read', service, readyEndpoints: count.value };
  const failure = failureOf(count.reason);
  // One Service that can't be read is not the member.
  if (member.reads.isOver()) member.failure ??= failure;
  return { kind: 'unread', ...failure };
};
