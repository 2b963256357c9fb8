import type { Call } from '../verbs/call.ts';

/** How much of a request its audit event tells. Source: `audit.k8s.io/v1` Level. */
export type AuditLevel = 'None' | 'Metadata' | 'RequestResponse';

type Rule = {
  readonly level: AuditLevel;
  readonly group: string;
  readonly resources: readonly string[];
};

/**
 * The policy that a federated cluster's apiserver runs with; the first matching rule wins, stage RequestReceived is
 * omitted. EndpointSlices carry their Service's name in a label only, so their bodies are logged; for the others the
 * reference to the object is enough. Source: spec 5.1.
 */
const RULES: readonly Rule[] = [
  { level: 'RequestResponse', group: 'discovery.k8s.io', resources: ['endpointslices'] },
  { level: 'Metadata', group: '', resources: ['services', 'services/status', 'endpoints'] },
];

const READS = ['get', 'list', 'watch'];

/** The level that the policy gives a call. */
export function auditLevelOf({ verb, resource, subresource }: Call): AuditLevel {
  if (READS.includes(verb)) return 'None';
  const target = subresource === '' ? resource.plural : `${resource.plural}/${subresource}`;
  const rule = RULES.find(
    ({ group, resources }) => group === resource.group && resources.includes(target),
  );
  return rule?.level ?? 'None';
}
