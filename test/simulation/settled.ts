import { observe } from '../../lib/controller/observe.ts';
import { reconcileService } from '../../lib/controller/reconcile-service.ts';
import { isAlias, type RecordSet, type StoredRecordSet } from '../../lib/core/model/record-set.ts';
import { formatServiceKey, type ServiceKey } from '../../lib/core/model/service-key.ts';
import { formatWorkKey, serviceWork, type WorkKey } from '../../lib/core/model/work-key.ts';
import type { Lease, WorkRow } from '../../lib/core/model/work-row.ts';
import { planService } from '../../lib/core/plan-service.ts';
import { isFederated, isHeld } from '../../lib/core/propagation/federated.ts';
import { type Earth, isOurs, keyOf, zoneId } from './earth.ts';
import type { Onlooker } from './invocation.ts';
import type { Lambda } from './lambda.ts';
import type { Script } from './script.ts';

type Context = ReturnType<Lambda['contextOf']>;

/** How the world differs from the plan; nothing where troubles are over and everything has settled. */
export const differences = async (
  script: Script,
  earth: Earth,
  ctx: Context,
): Promise<readonly string[]> => {
  const found: string[] = [];
  const wanted: StoredRecordSet[] = [...earth.strangers.values()];
  for (const service of script.services) {
    const key = keyOf(service);
    const plan = planService(await observe(key, leaseOf(earth, key), ctx), earth.settings);
    wanted.push(...plan.zones.flatMap(({ recordSets }) => recordSets.map(stored)));
    if (plan.clusterChanges.length > 0) {
      found.push(
        `${service}: ${plan.clusterChanges.map(({ kind, cluster }) => `${kind} ${cluster}`)}`,
      );
    }
    if (plan.finalizers !== undefined) found.push(`${service}: finalizers`);
    found.push(...leftBehind(script, earth, key));
  }
  const is = lines(earth.records.sets(zoneId));
  const must = lines(wanted);
  for (const line of must) if (!is.includes(line)) found.push(`missing ${line}`);
  for (const line of is) if (!must.includes(line)) found.push(`left over ${line}`);
  for (const { key, version } of earth.ledger.markers(zoneId)) {
    found.push(`${formatServiceKey(key)}: version ${version} is still pending`);
  }
  return found;
};

/** What one more pass over every Service would write, and keys that nobody will look at any more though they should. */
export const unfinished = async (
  script: Script,
  earth: Earth,
  ctx: Context,
  waiting: readonly string[],
): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const row of earth.rows.all()) {
    const key = formatWorkKey(row.key);
    if (row.generation === row.done || waiting.includes(key) || !isOwed(earth, row.key)) continue;
    found.push(`${key} is forgotten`);
  }
  for (const service of script.services) {
    const lease = leaseOf(earth, keyOf(service));
    const outcome = await reconcileService(keyOf(service), lease, ctx);
    if (outcome.kind !== 'done')
      found.push(`${service}: ${outcome.kind} ${JSON.stringify(outcome)}`);
  }
  return found;
};

// A zone with nothing pending, or a Service that is gone or not federated, needs no pass even where one was asked for.
const isOwed = (earth: Earth, key: WorkKey): boolean => {
  // The schedule looks at the clusters, and at all Services, whether or not somebody asked; the next resync asks for a sweep again.
  if (key.kind === 'fleet' || key.kind === 'resync' || key.kind === 'sweep') return false;
  if (key.kind === 'zone') return earth.ledger.markers(key.zoneId).length > 0;
  if (key.kind !== 'service') return true;
  const service = earth.kubernetes.world.host.get(key.service);
  return service !== undefined && (isFederated(service, earth.settings) || isHeld(service));
};

/** Calls that write. */
export const writes =
  /recordStore\.change|applyService|deleteService|patchMetadata|patchStatus|writeDesired|markPending|seize|driftLedger\.suspect/;

/** Keeps the calls that write, and lets everything else pass. */
export const recordWrites =
  (into: string[]): Onlooker =>
  (call, args) => {
    if (writes.test(call)) into.push(`${call} ${JSON.stringify(args.slice(0, 2))}`);
    return undefined;
  };

const leaseOf = (earth: Earth, service: ServiceKey): Lease => {
  const key = serviceWork(service);
  const row = earth.rows.all().find((one) => formatWorkKey(one.key) === formatWorkKey(key));
  const now: WorkRow = row ?? { key, generation: 0, done: 0, fence: 0, attempts: 0, applied: {} };
  return {
    key,
    holder: 'check',
    fence: now.fence,
    leaseUntil: 0,
    generation: now.generation,
    row: now,
  };
};

// A Service that is gone leaves nothing; one that is no longer federated leaves no copy either.
const leftBehind = (script: Script, earth: Earth, key: ServiceKey): readonly string[] => {
  const { host, member, clusters } = earth.kubernetes.world;
  if (host.get(key) !== undefined) return [];
  return Object.keys(script.places).flatMap((cluster) => {
    const registered = clusters.get(cluster);
    const copy = member(cluster).get(key);
    const isKept = copy !== undefined && earth.kept.has(copy.uid);
    return registered && !registered.deleting && isOurs(copy) && !isKept
      ? [`${key.name} is gone, and ${cluster} still has its copy`]
      : [];
  });
};

const stored = (set: RecordSet): StoredRecordSet => (isAlias(set) ? { ...set, values: [] } : set);

const lines = (sets: readonly StoredRecordSet[]): readonly string[] =>
  sets
    .map(({ name, type, ttlSeconds, values }) => `${name} ${ttlSeconds} ${type} ${values}`)
    .sort();
