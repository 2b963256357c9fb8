import type { JsonObject } from '../../../lib/core/model/json.ts';
import { federationLabel } from '../../../lib/core/model/names.ts';
import type { Problem, ServiceManifest } from '../../../lib/core/model/plan.ts';
import type { ServiceObject } from '../../../lib/core/model/service-object.ts';
import type { PlanSettings } from '../../../lib/core/model/settings.ts';
import { clusterChanges } from '../../../lib/core/propagation/cluster-changes.ts';
import { copySpec } from '../../../lib/core/propagation/copy-spec.ts';
import { placeService } from '../../../lib/core/propagation/placement.ts';
import { aService, planSettings } from '../../support/builders/service.ts';
import { createFakeKubernetes } from '../../support/fakes/kubernetes/create-fake-kubernetes.ts';

/** A Service as vectors and cases write it; much of it may be missing. */
export type PartialService = {
  readonly metadata?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly labels?: { readonly [key: string]: string };
    readonly annotations?: { readonly [key: string]: string };
    readonly finalizers?: readonly string[];
  };
  readonly spec?: JsonObject;
};

/** What a pass over one member came to. */
export type MemberPass = {
  readonly operation: 'apply' | 'delete' | undefined;
  /** What was sent, where something was. */
  readonly manifest?: ServiceManifest;
  readonly problems: readonly Problem[];
  /** The member's object after it. */
  readonly after: ServiceObject | undefined;
};

/** The Service that the host declares, with the fields that somebody asked for, as `FieldsV1` below `spec`. */
export const declared = (given: PartialService, claimedSpec: JsonObject = {}): ServiceObject =>
  aService({
    key: {
      namespace: given.metadata?.namespace ?? 'shop',
      name: given.metadata?.name ?? 'web',
    },
    labels: given.metadata?.labels ?? {},
    annotations: given.metadata?.annotations ?? {},
    finalizers: given.metadata?.finalizers ?? [],
    spec: given.spec ?? {},
    claimedSpec,
  });

/** Whose the member's object is: a stranger's, or a copy for which an earlier pass sent these fields of its spec. */
export type Whose = 'theirs' | { readonly sent: JsonObject };

/** One member in memory. */
export const oneMember = async (existing: PartialService | null | undefined, whose: Whose) => {
  const kubernetes = createFakeKubernetes({ clock: { now: () => 0 } });
  const cluster = kubernetes.world.join('tokyo', { region: 'r', zones: ['z'] });
  const member = kubernetes.world.member('tokyo');
  if (existing && whose === 'theirs') member.put(declared(existing));
  if (existing && whose !== 'theirs') {
    const sent = sentOf(copySpec(declared(existing)), whose.sent);
    // What is sent once and then no more is a cluster's own: it stays, and nobody owns it.
    for (const spec of [existing.spec ?? {}, sent]) {
      const { key, labels, annotations } = declared(existing);
      const ours = { ...labels, [federationLabel]: planSettings.federation };
      const manifest = { key, labels: ours, annotations, spec };
      await kubernetes.memberClusters.applyService(cluster, { manifest, createNamespace: true });
    }
    const { key, finalizers } = declared(existing);
    member.edit(key, (now) => ({ ...now, finalizers }));
  }
  return {
    member,
    reconcile: async (
      host: ServiceObject,
      settings: PlanSettings = planSettings,
    ): Promise<MemberPass> => {
      const service = member.get(host.key);
      const view = { kind: 'read', readyEndpoints: 0, ...(service ? { service } : {}) } as const;
      const placement = placeService(host, [{ cluster, view }]);
      const { changes, problems } = clusterChanges(host, placement, {}, settings);
      const [change] = changes;
      if (change?.kind === 'apply') {
        await kubernetes.memberClusters.applyService(cluster, change);
      }
      if (change?.kind === 'delete') {
        const target = { key: host.key, uid: change.uid };
        await kubernetes.memberClusters.deleteService(cluster, target);
      }
      return {
        operation: change?.kind,
        ...(change?.kind === 'apply' ? { manifest: change.manifest } : {}),
        problems,
        after: member.get(host.key),
      };
    },
  };
};

/** The part of a copy's spec that was sent: fields, and fields of ports, that the declaration states. */
const sentOf = (own: JsonObject, stated: JsonObject): JsonObject => ({
  ...only(own, stated),
  ...('ports' in own
    ? {
        ports: portsIn(own).map((port) =>
          only(port, portsIn(stated).find((other) => other['port'] === port['port']) ?? port),
        ),
      }
    : {}),
});

const only = (object: JsonObject, stated: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([field]) => field in stated));

/** The ports of a spec. */
export const portsIn = (spec: JsonObject | undefined): readonly JsonObject[] => {
  const ports = spec?.['ports'];
  // Every port of the vectors and cases is an object.
  return Array.isArray(ports) ? (ports as readonly JsonObject[]) : [];
};

/** `FieldsV1` of a spec whose every node port somebody asked for. */
export const claimingNodePorts = (spec: JsonObject | undefined): JsonObject => ({
  'f:ports': Object.fromEntries(
    portsIn(spec)
      .filter(({ nodePort }) => nodePort !== undefined)
      .map(({ port = null, protocol = 'TCP' }) => [
        `k:${JSON.stringify({ port, protocol })}`,
        { '.': {}, 'f:nodePort': {}, 'f:port': {} },
      ]),
  ),
});
