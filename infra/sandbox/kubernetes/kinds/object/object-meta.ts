import type { FieldError, KubeObject } from '../../resource.ts';
import { forbidden, invalid, invalidEach, required, tooLong } from '../faults/fault.ts';
import { printedJson, quoted } from '../faults/go-value.ts';
import {
  labelFaults,
  labelValueFaults,
  pathSegmentFaults,
  qualifiedNameFaults,
} from '../faults/names.ts';
import {
  type Bag,
  bagOf,
  bagsOf,
  sameJson,
  textEntriesOf,
  textOf,
  textsOf,
} from './json-access.ts';
import { managedFieldsFaults } from './managed-fields.ts';
import { ownerReferenceFaults } from './owner-references.ts';

/** What a kind demands of `metadata`: its scope and the form of its name. */
export type MetaRules = {
  readonly namespaced: boolean;
  readonly nameFaults: (name: string) => readonly string[];
  /** `true` for the kinds of Kubernetes itself, whose finalizers are standard ones or have a prefix. */
  readonly strictFinalizers?: true;
};

const STANDARD_FINALIZERS: ReadonlySet<string> = new Set([
  'kubernetes',
  'orphan',
  'foregroundDeletion',
]);

/** Faults of the finalizer of a built-in kind. Source: `validateKubeFinalizerName` of core validation. */
export function standardFinalizerFaults(name: string, field: string): readonly FieldError[] {
  if (name.includes('/') || STANDARD_FINALIZERS.has(name)) return [];
  const text = 'name is neither a standard finalizer name nor is it fully qualified';
  return [invalid(field, name, text)];
}

/** Sum of the bytes of all annotation keys and values that one object may carry. */
const ANNOTATIONS_LIMIT_BYTES = 256 * 1024;

function prefixed(generateName: string): string {
  // The API masks a trailing dash by cutting two characters and adding one.
  const dashed = generateName.length > 1 && generateName.endsWith('-');
  return dashed ? `${generateName.slice(0, -2)}a` : generateName;
}

/** Faults of a label map. Source: `ValidateLabels` of meta/v1 validation. */
export function labelsFaults(labels: unknown, field: string): readonly FieldError[] {
  return textEntriesOf(labels).flatMap(([key, value]) => [
    ...invalidEach(field, key, qualifiedNameFaults(key)),
    ...invalidEach(field, value, labelValueFaults(value)),
  ]);
}

function annotationsFaults(annotations: unknown, field: string): readonly FieldError[] {
  const entries = textEntriesOf(annotations);
  const faults = entries.flatMap(([key]) =>
    invalidEach(field, key, qualifiedNameFaults(key.toLowerCase())),
  );
  const bytes = entries.reduce((sum, pair) => sum + Buffer.byteLength(pair.join('')), 0);
  return bytes > ANNOTATIONS_LIMIT_BYTES
    ? [...faults, tooLong(field, ANNOTATIONS_LIMIT_BYTES)]
    : faults;
}

function finalizersFaults(finalizers: readonly string[], field: string): readonly FieldError[] {
  const faults = finalizers.flatMap((name) => invalidEach(field, name, qualifiedNameFaults(name)));
  const both = finalizers.includes('orphan') && finalizers.includes('foregroundDeletion');
  if (!both) return faults;
  const text = 'finalizer orphan and foregroundDeletion cannot be both set';
  return [...faults, invalid(field, { printed: printedJson(finalizers) }, text)];
}

function nameFaults(meta: Bag, rules: MetaRules): readonly FieldError[] {
  const generateName = textOf(meta['generateName']);
  const name = textOf(meta['name']);
  const prefixFaults =
    generateName === undefined
      ? []
      : invalidEach(
          'metadata.generateName',
          generateName,
          rules.nameFaults(prefixed(generateName)),
        );
  if (name === undefined) {
    return [...prefixFaults, required('metadata.name', 'name or generateName is required')];
  }
  return [...prefixFaults, ...invalidEach('metadata.name', name, rules.nameFaults(name))];
}

function namespaceFaults(meta: Bag, namespaced: boolean): readonly FieldError[] {
  const namespace = textOf(meta['namespace']);
  if (!namespaced) {
    const text = 'not allowed on this type';
    return namespace === undefined ? [] : [forbidden('metadata.namespace', text)];
  }
  if (namespace === undefined) return [required('metadata.namespace')];
  return invalidEach('metadata.namespace', namespace, labelFaults(namespace));
}

function generationFaults(meta: Bag): readonly FieldError[] {
  const generation = meta['generation'];
  if (typeof generation !== 'number' || generation >= 0) return [];
  return [invalid('metadata.generation', generation, 'must be greater than or equal to 0')];
}

/** Faults of the metadata of an object to be stored. Source: `ValidateObjectMetaAccessor` of apimachinery. */
export function metaFaults(object: KubeObject, rules: MetaRules): readonly FieldError[] {
  const meta: Bag = bagOf(object.metadata);
  const finalizers = textsOf(meta['finalizers']);
  const standard = rules.strictFinalizers === true ? finalizers : [];
  return [
    ...nameFaults(meta, rules),
    ...namespaceFaults(meta, rules.namespaced),
    ...generationFaults(meta),
    ...labelsFaults(meta['labels'], 'metadata.labels'),
    ...annotationsFaults(meta['annotations'], 'metadata.annotations'),
    ...ownerReferenceFaults(bagsOf(meta['ownerReferences']), 'metadata.ownerReferences'),
    ...finalizersFaults(finalizers, 'metadata.finalizers'),
    ...managedFieldsFaults(bagsOf(meta['managedFields']), 'metadata.managedFields'),
    ...standard.flatMap((name, index) =>
      standardFinalizerFaults(name, `metadata.finalizers[${index}]`),
    ),
  ];
}

const IMMUTABLE_META = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
] as const;

function immutableMetaFaults(next: Bag, old: Bag): readonly FieldError[] {
  return IMMUTABLE_META.flatMap((key) => immutable(`metadata.${key}`, next[key], old[key]));
}

/** The fault of a field that changed though it may not. Source: `ValidateImmutableField` of apimachinery. */
export function immutable(field: string, next: unknown, old: unknown): readonly FieldError[] {
  if (sameJson(next ?? '', old ?? '')) return [];
  const printed = typeof next === 'string' ? quoted(next) : printedJson(next ?? '');
  return [invalid(field, { printed }, 'field is immutable')];
}

function newFinalizersFaults(next: Bag, old: Bag): readonly FieldError[] {
  if (textOf(old['deletionTimestamp']) === undefined) return [];
  const before = textsOf(old['finalizers']);
  const added = textsOf(next['finalizers']).filter((name) => !before.includes(name));
  if (added.length === 0) return [];
  const names = [...new Set(added)].toSorted().map(quoted);
  const found = `[]string{${names.join(', ')}}`;
  const text = `no new finalizers can be added if the object is being deleted, found new finalizers ${found}`;
  return [forbidden('metadata.finalizers', text)];
}

function generationDecreased(next: Bag, old: Bag): readonly FieldError[] {
  const [after, before] = [next['generation'] ?? 0, old['generation'] ?? 0];
  if (typeof after !== 'number' || typeof before !== 'number' || after >= before) return [];
  return [invalid('metadata.generation', after, 'must not be decremented')];
}

/** Faults of a change of metadata. Source: `ValidateObjectMetaAccessorUpdate` of apimachinery. */
export function metaUpdateFaults(next: KubeObject, old: KubeObject): readonly FieldError[] {
  const [after, before]: readonly [Bag, Bag] = [bagOf(next.metadata), bagOf(old.metadata)];
  const versionMissing = textOf(after['resourceVersion']) === undefined;
  return [
    ...newFinalizersFaults(after, before),
    ...(versionMissing
      ? [invalid('metadata.resourceVersion', '', 'must be specified for an update')]
      : []),
    ...generationDecreased(after, before),
    ...immutableMetaFaults(after, before),
    ...labelsFaults(after['labels'], 'metadata.labels'),
    ...annotationsFaults(after['annotations'], 'metadata.annotations'),
    ...ownerReferenceFaults(bagsOf(after['ownerReferences']), 'metadata.ownerReferences'),
    ...managedFieldsFaults(bagsOf(after['managedFields']), 'metadata.managedFields'),
  ];
}

/** Faults of a change of a built-in kind's metadata. Source: `ValidateObjectMetaUpdate` of core validation. */
export function strictMetaUpdateFaults(next: KubeObject, old: KubeObject): readonly FieldError[] {
  const finalizers = textsOf(bagOf(next.metadata)['finalizers']);
  return [
    ...metaUpdateFaults(next, old),
    ...finalizers.flatMap((name, index) =>
      standardFinalizerFaults(name, `metadata.finalizers[${index}]`),
    ),
  ];
}

/** Faults that every update is checked for before the kind's own rules. Source: `rest.BeforeUpdate` of apiserver. */
export function commonUpdateFaults(
  next: KubeObject,
  old: KubeObject,
  namespaced: boolean,
): readonly FieldError[] {
  const rules = { namespaced, nameFaults: (name: string) => pathSegmentFaults(name, false) };
  return [...metaFaults(next, rules), ...metaUpdateFaults(next, old)];
}

/** Faults of a create that only count when the kind's own rules find none. Source: `rest.BeforeCreate` of apiserver. */
export function commonCreateFaults(object: KubeObject, namespaced: boolean): readonly FieldError[] {
  return metaFaults(object, {
    namespaced,
    nameFaults: (name) => pathSegmentFaults(name, false),
  });
}
