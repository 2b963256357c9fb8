import { type Batch, type BatchPart, batchesOf, changesOf } from '../core/dns/batches.ts';
import {
  accepted,
  type Draft,
  doubtfulNames,
  openDraft,
  planned,
  refused,
  zoneFailed,
} from '../core/dns/draft.ts';
import { namesOfEntry, planPublication, type StoredNames } from '../core/dns/publication.ts';
import { refusalStep } from '../core/dns/refusal.ts';
import { ControllerError } from '../core/model/failure.ts';
import type { LedgerEntry, PendingMarker } from '../core/model/ledger-entry.ts';
import type { Outcome } from '../core/model/outcome.ts';
import { formatServiceKey } from '../core/model/service-key.ts';
import type { Lease } from '../core/model/work-row.ts';
import type { PublishContext } from './context.ts';
import { noteSending } from './note-sending.ts';
import { createPacer, type Pacer } from './pacer.ts';
import type { Pass } from './run-message.ts';
import { settleDrafts } from './settle-drafts.ts';

/** One run over one zone. */
type Run = {
  readonly zoneId: string;
  readonly lease: Lease;
  readonly pacer: Pacer;
  readonly ctx: PublishContext;
  /** Drafts by Service, replaced as answers come in. */
  readonly drafts: Map<string, Draft>;
  /** Services whose entries say by now that something is on its way. */
  readonly noted: Set<string>;
};

/**
 * Publishes what is pending for one hosted zone: full batches under our share of the request rate, strangers' records untouched, one
 * bad record never in the way of the others. Whatever a run does not reach keeps its marker.
 */
const publishZone = async (zoneId: string, lease: Lease, ctx: PublishContext): Promise<Outcome> => {
  const markers = await ctx.zoneLedger.pending(zoneId);
  tellOldest(zoneId, markers, ctx);
  const entries = await ctx.zoneLedger.readMany(
    zoneId,
    markers.map(({ key }) => key),
  );
  const pacer = createPacer(ctx.requestsPerSecond, ctx);
  const drafts = new Map(entries.map((entry) => [formatServiceKey(entry.key), unread(entry)]));
  const run: Run = { zoneId, lease, pacer, ctx, drafts, noted: new Set() };
  const [work] = await Promise.allSettled([publishAll(entries, run)]);
  measure(run);
  if (work.status === 'fulfilled') return { kind: 'done' };
  const reason: unknown = work.reason;
  if (!(reason instanceof ControllerError) || reason.kind !== 'terminal') throw reason;
  return await giveUp(reason.message, run);
};

const tellOldest = (
  zoneId: string,
  markers: readonly PendingMarker[],
  { clock, telemetry }: PublishContext,
): void => {
  const since = markers.flatMap((marker) => marker.since ?? []);
  if (since.length === 0) return;
  telemetry.measure('PendingOldestMs', Math.max(0, clock.now() - Math.min(...since)), {
    zone: zoneId,
  });
};

// Also of a run that failed: what it did before stays done.
const measure = ({ ctx: { tally, telemetry } }: Run): void => {
  telemetry.measure('Published', tally.of('recordChanges'));
  telemetry.measure('Batches', tally.of('batches'));
  telemetry.measure('Route53Calls', tally.of('route53Calls'));
  telemetry.measure('Route53Throttles', tally.of('route53Throttles'));
};

const publishAll = async (entries: readonly LedgerEntry[], run: Run): Promise<void> => {
  const parts: BatchPart[] = [];
  for (const entry of entries) parts.push(await open(entry, run));
  await settle(run);
  await sendAll(batchesOf(parts.filter(({ names }) => names.length > 0)), run);
};

// A zone that is gone or forbidden is told by every Service that has names in it, each of which asks for another try (W19).
const giveUp = async (message: string, run: Run): Promise<Outcome> => {
  for (const [key, draft] of run.drafts) run.drafts.set(key, zoneFailed(draft, message));
  await settle(run);
  return { kind: 'failed', failure: 'terminal', message };
};

/** The pass that a queue message of the zones' queue asks for. */
export const publishPass =
  (ctx: PublishContext): Pass =>
  async (key, lease) =>
    key.kind === 'zone' ? await publishZone(key.zoneId, lease, ctx) : wrongQueue;

const wrongQueue: Outcome = {
  kind: 'failed',
  failure: 'terminal',
  message:
    'Cannot publish anything but a hosted zone: the message came through the queue of hosted zones',
};

const unread = (entry: LedgerEntry): Draft =>
  openDraft(planPublication(entry, namesOfEntry(entry), new Map()), []);

// A name that was blocked before is looked at first: asking costs one call, a refused batch costs more.
const open = async (entry: LedgerEntry, run: Run): Promise<BatchPart> => {
  const names = namesOfEntry(entry);
  const doubtful = doubtfulNames(entry, names);
  const publication = planPublication(entry, names, await readNames(doubtful, run));
  run.drafts.set(formatServiceKey(entry.key), openDraft(publication, doubtful));
  return { entry, names: publication.names };
};

const sendAll = async (batches: readonly Batch[], run: Run): Promise<void> => {
  const queue = [...batches];
  for (let batch = queue.shift(); batch !== undefined; batch = queue.shift()) {
    if (batch.length === 0) continue;
    const changes = changesOf(batch);
    await noteSending(batch, run);
    run.ctx.tally.add('batches');
    const answer = await run.pacer.call(() =>
      run.ctx.records.change(run.zoneId, changes, run.ctx.signal),
    );
    if (answer.kind === 'accepted') {
      run.ctx.tally.add('recordChanges', changes.length);
      for (const part of batch) edit(run, part, (draft) => accepted(draft, part.names));
    } else {
      queue.unshift(...(await afterRefusal(batch, answer, run)));
    }
    await settle(run);
  }
};

type Refusal = { readonly messages: readonly string[]; readonly names: readonly string[] };

const afterRefusal = async (
  batch: Batch,
  refusal: Refusal,
  run: Run,
): Promise<readonly Batch[]> => {
  const step = refusalStep(batch, refusal.names);
  switch (step.kind) {
    case 'bisect':
      return step.halves;
    case 'found':
      block(step.part, step.name.name, refusal, run);
      return [];
    case 'isolate': {
      const again: BatchPart[] = [];
      for (const part of step.suspects) again.push(await lookAgain(part, refusal, run));
      return [step.others, ...batchesOf(again.filter(({ names }) => names.length > 0))];
    }
  }
};

// What Route 53 names is read and planned from what stands there; what it names once more after that is blocked.
const lookAgain = async (part: BatchPart, refusal: Refusal, run: Run): Promise<BatchPart> => {
  const key = formatServiceKey(part.entry.key);
  const named = part.names.map(({ name }) => name).filter((name) => refusal.names.includes(name));
  const verified = run.drafts.get(key)?.verified ?? new Set();
  const hopeless = named.filter((name) => verified.has(name));
  for (const name of hopeless) block(part, name, refusal, run);
  const doubtful = named.filter((name) => !verified.has(name));
  const publication = planPublication(part.entry, doubtful, await readNames(doubtful, run));
  edit(run, part, (draft) => planned(draft, publication, doubtful));
  const untouched = part.names.filter(({ name }) => !named.includes(name));
  return { entry: part.entry, names: [...untouched, ...publication.names] };
};

const block = (part: BatchPart, name: string, refusal: Refusal, run: Run): void => {
  const words = refusal.messages.filter((message) => message.toLowerCase().includes(name));
  const message = (words.length > 0 ? words : refusal.messages).join('; ');
  const blocked = { name, reason: 'RefusedByRoute53', message: `${name}: ${message}` };
  edit(run, part, (draft) => refused(draft, blocked));
};

const readNames = async (names: readonly string[], run: Run): Promise<StoredNames> => {
  const stored = new Map<string, Awaited<ReturnType<PublishContext['records']['readName']>>>();
  for (const name of names) {
    const sets = await run.pacer.call(() =>
      run.ctx.records.readName(run.zoneId, name, run.ctx.signal),
    );
    stored.set(name, sets);
  }
  return stored;
};

const edit = (run: Run, part: BatchPart, change: (draft: Draft) => Draft): void => {
  const key = formatServiceKey(part.entry.key);
  const draft = run.drafts.get(key);
  if (draft !== undefined) run.drafts.set(key, change(draft));
};

const settle = async (run: Run): Promise<void> => {
  const finished = [...run.drafts].filter(([, draft]) => draft.open.size === 0);
  for (const [key] of finished) run.drafts.delete(key);
  const blocked = finished.reduce((sum, [, draft]) => sum + draft.blocked.length, 0);
  run.ctx.tally.add('entries', finished.length);
  run.ctx.tally.add('namesBlocked', blocked);
  run.ctx.telemetry.measure('Quarantined', blocked);
  await settleDrafts(
    finished.map(([, draft]) => draft),
    run.lease,
    run.ctx,
  );
};
