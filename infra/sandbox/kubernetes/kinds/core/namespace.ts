import type { Column, FieldError, KubeObject, Strategy } from '../../resource.ts';
import { invalid, invalidEach } from '../faults/fault.ts';
import { labelFaults, qualifiedNameFaults } from '../faults/names.ts';
import { bagOf, textOf, textsOf, withFields, withoutNulls } from '../object/json-access.ts';
import {
  commonCreateFaults,
  commonUpdateFaults,
  metaFaults,
  standardFinalizerFaults,
  strictMetaUpdateFaults,
} from '../object/object-meta.ts';
import { ageColumn, nameColumn, textColumn } from '../table/metadata-columns.ts';

const RULES = { namespaced: false, nameFaults: labelFaults, strictFinalizers: true } as const;
function finalizersOf(namespace: KubeObject): readonly string[] {
  return textsOf(bagOf(namespace['spec'])['finalizers']);
}

/** Namespaces are selected by their name through this label, which the server sets. */
function withNameLabel(namespace: KubeObject): KubeObject {
  const { metadata } = namespace;
  const labels = { ...metadata.labels, 'kubernetes.io/metadata.name': metadata.name };
  return withFields(namespace, { metadata: { ...metadata, labels } });
}

/** Source: `SetDefaults_NamespaceStatus`. */
function withPhase(namespace: KubeObject): KubeObject {
  const status = bagOf(namespace['status']);
  return withFields(namespace, { status: { ...status, phase: status['phase'] ?? 'Active' } });
}

function finalizerFaults(name: string): readonly FieldError[] {
  const field = 'spec.finalizers';
  const form = invalidEach(field, name, qualifiedNameFaults(name));
  return [...form, ...standardFinalizerFaults(name, field)];
}

function namespaceFaults(namespace: KubeObject): readonly FieldError[] {
  return [...metaFaults(namespace, RULES), ...finalizersOf(namespace).flatMap(finalizerFaults)];
}

function phaseOf(namespace: KubeObject): string {
  return textOf(bagOf(namespace['status'])['phase']) ?? '';
}

function phaseFaults(next: KubeObject): readonly FieldError[] {
  const phase = phaseOf(next);
  const deleted = next.metadata.deletionTimestamp !== undefined;
  const wanted = deleted ? 'Terminating' : 'Active';
  if (phase === wanted) return [];
  const state = deleted ? 'is not empty' : 'is empty';
  const text = `may only be '${wanted}' if \`deletionTimestamp\` ${state}`;
  return [invalid('status.Phase', phase, text)];
}

/**
 * The rules of Namespaces; how they end is the server's business.
 * Source: `namespaceStrategy` of the registry, `ValidateNamespace` of core validation.
 */
export const namespaceStrategy: Strategy = {
  decode: (namespace) => withPhase(withNameLabel(withoutNulls(namespace))),
  prepareForCreate: (namespace) => {
    const finalizers = finalizersOf(namespace);
    const held = finalizers.includes('kubernetes') ? finalizers : [...finalizers, 'kubernetes'];
    return withNameLabel(
      withFields(withoutNulls(namespace), {
        spec: { finalizers: held },
        status: { phase: 'Active' },
      }),
    );
  },
  prepareForUpdate: (next, old) =>
    withNameLabel(withFields(withoutNulls(next), { spec: old['spec'], status: old['status'] })),
  prepareForStatusUpdate: (next, old) =>
    withNameLabel(withFields(withoutNulls(next), { spec: old['spec'] })),
  validateCreate: (namespace) => {
    const faults = namespaceFaults(namespace);
    return faults.length > 0 ? faults : commonCreateFaults(namespace, false);
  },
  validateUpdate: (next, old) => [
    ...commonUpdateFaults(next, old, false),
    ...(phaseOf(next) === phaseOf(old) ? namespaceFaults(next) : []),
    ...strictMetaUpdateFaults(next, old),
    ...(phaseOf(next) === phaseOf(old) ? [] : phaseFaults(next)),
  ],
};

/** The columns of `kubectl get namespaces`. Source: `printNamespace` of the printers. */
export const namespaceColumns: readonly Column[] = [
  nameColumn,
  textColumn('Status', 'The status of the namespace', phaseOf),
  ageColumn,
];
