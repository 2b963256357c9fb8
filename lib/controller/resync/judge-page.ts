import type { Observed, Resolved } from '../../core/model/observed.ts';
import {
  formatServiceKey,
  parseServiceKey,
  type ServiceKey,
} from '../../core/model/service-key.ts';
import type { ServiceObject } from '../../core/model/service-object.ts';
import type { WorkRow } from '../../core/model/work-row.ts';
import { type Listed, type Need, needsPass } from '../../core/needs-pass.ts';
import { isConcerned } from '../../core/plan-service.ts';
import type { ResyncContext } from '../context.ts';
import { withZone } from '../find-zone.ts';
import { sideBySide } from '../side-by-side.ts';
import type { AskReason, Round } from './round.ts';

/** Services of one page of the host's list, and those that stand between them in the table alone. */
export type HostPage = {
  readonly services: readonly ServiceObject[];
  /** Everything up to this key is on the page or not there; undefined means to the end. */
  readonly last: string | undefined;
  /** The last key of the page before. */
  readonly after: string;
};

/** What one Service came to. */
export type Judged = {
  readonly key: ServiceKey;
  /** False for a Service that is gone, or none of ours, whose names may be left. */
  readonly isFederated: boolean;
  readonly need: Omit<Need, 'reason' | 'unresolved'> & { readonly reason?: AskReason };
  readonly row?: WorkRow;
};

/** Services that are judged at once; some ask their members, or wait for host names. */
const parallel = 25;

/** Judges every Service of a page that is federated, held, or has names left, by what the lists and the table say of it. */
export const judgePage = async (
  page: HostPage,
  round: Round,
  ctx: ResyncContext,
): Promise<readonly Judged[]> => {
  const candidates = [
    ...page.services.map((service) => ({ key: service.key, service })),
    ...vanishedKeys(page, round).map((key) => ({ key })),
  ];
  const settled = await sideBySide(candidates, parallel, (one) => judge(one, round, ctx));
  return settled.flatMap((result, at): readonly Judged[] => {
    if (result.status === 'fulfilled') return result.value === undefined ? [] : [result.value];
    const key = candidates[at]?.key;
    return key === undefined ? [] : [{ key, isFederated: true, need: { reason: 'unclear' } }];
  });
};

type Candidate = { readonly key: ServiceKey; readonly service?: ServiceObject };

const vanishedKeys = (
  { services, last, after }: HostPage,
  { snapshot }: Round,
): readonly ServiceKey[] => {
  const listed = new Set(services.map(({ key }) => formatServiceKey(key)));
  return snapshot.keys
    .filter((text) => text > after && (last === undefined || text <= last) && !listed.has(text))
    .flatMap((text) => parseServiceKey(text) ?? []);
};

const judge = async (
  { key, service }: Candidate,
  round: Round,
  ctx: ResyncContext,
): Promise<Judged | undefined> => {
  const record = round.snapshot.of(key);
  const concerned = isConcerned(service, ctx.settings);
  if (!concerned && !record?.entries.length) return undefined;
  const zone = round.zone ?? unknownZone;
  const observed: Omit<Observed, 'row'> = {
    key,
    now: ctx.clock.now(),
    ...(service === undefined ? {} : { service }),
    clusters: concerned ? await round.members.viewsOf(key, service) : [],
    ledger: record?.entries ?? [],
    resolved: {},
    ...(zone.kind === 'unknown' && round.zone ? { zoneFailure: zone.message } : {}),
  };
  const row = record?.row;
  const listed = { observed, pending: record?.pending ?? [], ...(row ? { row } : {}) };
  const need = await resolveAndJudge(listed, round, ctx);
  return { key, isFederated: concerned, need, ...(row ? { row } : {}) };
};

// Without a zone the names stay as they are, and nothing is told of them.
const unknownZone = { kind: 'unknown', message: '' } as const;

const resolveAndJudge = async (
  listed: Omit<Listed, 'isResolved'>,
  round: Round,
  ctx: ResyncContext,
): Promise<Need> => {
  const settings = withZone(ctx.settings, round.zone ?? unknownZone);
  const need = needsPass({ ...listed, isResolved: false }, settings);
  if (need.unresolved === undefined) return need;
  const answers = await Promise.all(need.unresolved.map((name) => resolve(name, round, ctx)));
  const resolved = Object.fromEntries(
    need.unresolved.flatMap((name, at): readonly (readonly [string, Resolved])[] => {
      const answer = answers[at];
      return answer === undefined ? [] : [[name, answer]];
    }),
  );
  const observed = { ...listed.observed, resolved };
  return needsPass({ ...listed, observed, isResolved: true }, settings);
};

// Many Services may share a load balancer.
const resolve = async (
  name: string,
  { resolved }: Round,
  ctx: ResyncContext,
): Promise<Resolved | undefined> => {
  if (!resolved.has(name)) resolved.set(name, await ctx.resolver.resolve(name, ctx.signal));
  return resolved.get(name);
};
