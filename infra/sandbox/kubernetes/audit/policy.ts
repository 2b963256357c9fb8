import type { Call } from '../verbs/call.ts';

/** How much of a request its audit event tells. Source: `audit.k8s.io/v1` Level. */
export type AuditLevel = 'None' | 'Metadata' | 'RequestResponse';

type Rule = {
  readonly level: AuditLevel;
  readonly group: string;
  readonly resources: readonly string[];
  /** Absent: every namespace, and objects of none. */
  readonly namespaces?: readonly string[];
};

/**
 * The policy that a federated cluster's apiserver runs with (infra/manifests/audit-policy.yaml); the first matching rule wins, stage
 * RequestReceived is omitted. EndpointSlices carry their Service's name in a label only, so their bodies are logged; for the others
 * the reference to the object is enough, and a Secret's body must never be logged. Source: spec 5.1.
 */
const RULES: readonly Rule[] = [
  { level: 'RequestResponse', group: 'discovery.k8s.io', resources: ['endpointslices'] },
  { level: 'Metadata', group: '', resources: ['services', 'services/status', 'endpoints'] },
  { level: 'Metadata', group: 'federation.seamark.dev', resources: ['clusters'] },
  { level: 'Metadata', group: '', resources: ['secrets'], namespaces: ['seamark-system'] },
];

const READS = ['get', 'list', 'watch'];

/** The level that the policy gives a call. */
export function auditLevelOf(
  call: Pick<Call, 'verb' | 'resource' | 'subresource' | 'namespace'>,
): AuditLevel {
  const { verb, resource, subresource, namespace } = call;
  if (READS.includes(verb)) return 'None';
  const target = subresource === '' ? resource.plural : `${resource.plural}/${subresource}`;
  const rule = RULES.find(
    ({ group, resources, namespaces }) =>
      group === resource.group &&
      resources.includes(target) &&
      (namespaces?.includes(namespace) ?? true),
  );
  return rule?.level ?? 'None';
}
