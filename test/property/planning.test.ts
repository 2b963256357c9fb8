import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ledgerChanges } from '../../lib/core/dns/ledger-changes.ts';
import type { LedgerEntry } from '../../lib/core/model/ledger-entry.ts';
import { deleteFinalizer, federationLabel, ingressAnnotation } from '../../lib/core/model/names.ts';
import type { Observed } from '../../lib/core/model/observed.ts';
import type { ServiceObject } from '../../lib/core/model/service-object.ts';
import { planService, type ServicePlan } from '../../lib/core/plan-service.ts';
import { isWithdrawn } from '../../lib/core/propagation/tear-down.ts';
import { ingressChange } from '../../lib/core/status/ingress-annotation.ts';
import { ledgerEntries } from '../support/arbitraries/record-sets.ts';
import { runs } from '../support/arbitraries/runs.ts';
import { type MemberSituation, situations } from '../support/arbitraries/situations.ts';
import { planSettings } from '../support/builders/service.ts';
import { type Stage, stageOf } from '../support/observe-situation.ts';

const published = (plan: ServicePlan, observed: Observed): readonly LedgerEntry[] => {
  const entries = new Map(observed.ledger.map((entry) => [entry.zoneId, entry]));
  for (const change of ledgerChanges(plan.key, plan.zones, observed.ledger, observed.now)) {
    const known = entries.get(change.kind === 'write' ? change.entry.zoneId : change.zoneId);
    const blank = { applied: [], appliedVersion: 0, blocked: [], attempts: 0 };
    const entry = change.kind === 'write' ? { ...blank, ...known, ...change.entry } : known;
    assert.ok(entry);
    const { desired, desiredVersion } = entry;
    entries.set(entry.zoneId, { ...entry, applied: desired, appliedVersion: desiredVersion });
  }
  return [...entries.values()];
};

const applied = (
  service: ServiceObject,
  plan: ServicePlan,
  observed: Observed,
  stage: Stage,
): Observed => {
  for (const change of plan.clusterChanges) {
    const store = stage.stores.get(change.cluster);
    assert.ok(store);
    if (change.kind === 'apply') store.apply(change.manifest, change.adopts);
    else store.remove(plan.key, { precondition: { uid: change.uid } });
  }
  const text = ingressChange(service.annotations, plan.aggregate.ingresses);
  const told = {
    ...service,
    finalizers: plan.finalizers?.finalizers ?? service.finalizers,
    annotations:
      text === undefined
        ? service.annotations
        : { ...service.annotations, [ingressAnnotation]: text },
  };
  return stage.observe(told, published(plan, observed));
};

describe('planning', () => {
  it('law 1: planning on the applied world gives an empty plan', () => {
    const property = fc.property(
      situations({ healthy: false }),
      fc.option(ledgerEntries('web')),
      (situation, entry) => {
        const stage = stageOf(situation, planSettings);
        const observed = stage.observe(situation.service, entry === null ? [] : [entry]);
        const plan = planService(observed, planSettings);
        const after = applied(situation.service, plan, observed, stage);
        const next = planService(after, planSettings);
        assert.deepEqual(next.clusterChanges, []);
        assert.equal(next.finalizers, undefined);
        assert.deepEqual(ledgerChanges(next.key, next.zones, after.ledger, after.now), []);
        assert.equal(
          ingressChange(after.service?.annotations ?? {}, next.aggregate.ingresses),
          undefined,
        );
      },
    );
    fc.assert(property, runs);
  });

  it('law 3: the order of inputs does not matter', () => {
    const property = fc.property(
      situations({ healthy: false }).chain((situation) =>
        fc.tuple(fc.constant(situation), shuffled(situation.members)),
      ),
      ([situation, members]) => {
        const mixed = members.map((member) => ({
          ...member,
          cluster: { ...member.cluster, zones: member.cluster.zones.toReversed() },
          ingress: member.ingress.toReversed(),
        }));
        const plan = (members: readonly MemberSituation[]) => {
          const stage = stageOf({ ...situation, members }, planSettings);
          return sorted(planService(stage.observe(situation.service, []), planSettings));
        };
        assert.deepEqual(plan(mixed), plan(situation.members));
      },
    );
    fc.assert(property, runs);
  });

  it('law 9: the finalizer goes only when nothing of ours is observed', () => {
    let released = 0;
    const property = fc.property(
      situations({ healthy: false }),
      fc.option(
        fc.oneof(
          ledgerEntries('web'),
          ledgerEntries('web').map((entry) => ({
            ...entry,
            desired: [],
            applied: [],
            appliedVersion: entry.desiredVersion,
          })),
        ),
      ),
      fc.constantFrom('deleted', 'unlabelled'),
      (situation, entry, reason) => {
        const { labels: _labels, ...rest } = situation.service;
        const finalizers = [deleteFinalizer];
        const service: ServiceObject =
          reason === 'deleted'
            ? { ...situation.service, finalizers, deletionTimestamp: '2026-01-05T10:00:00Z' }
            : { ...rest, finalizers, labels: {} };
        const stage = stageOf(situation, planSettings);
        const observed = stage.observe(service, entry === null ? [] : [entry]);
        const plan = planService(observed, planSettings);
        if (plan.finalizers === undefined || plan.finalizers.finalizers.includes(deleteFinalizer)) {
          return;
        }
        released += 1;
        assert.ok(observed.ledger.every(isWithdrawn));
        assert.deepEqual(plan.clusterChanges, []);
        for (const { cluster, view } of observed.clusters) {
          assert.ok(view.kind === 'read', `${cluster.name} was not read`);
          assert.equal(view.service?.labels[federationLabel], undefined);
        }
      },
    );
    fc.assert(property, runs);
    assert.ok(released > runs.numRuns / 20, `released only ${released} times`);
  });
});

const shuffled = <Item>(items: readonly Item[]): fc.Arbitrary<readonly Item[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length });

const sorted = (plan: ServicePlan) => {
  const byText = <Item>(items: readonly Item[]): readonly string[] =>
    items.map((item) => JSON.stringify(item)).sort();
  return {
    ...plan,
    clusterChanges: byText(plan.clusterChanges),
    problems: byText(plan.problems),
    members: byText(plan.members),
  };
};
