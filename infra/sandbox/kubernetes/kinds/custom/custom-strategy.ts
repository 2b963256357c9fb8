import { isDeepStrictEqual } from 'node:util';
import type { FieldError, KubeObject, Strategy } from '../../resource.ts';
import { invalid } from '../faults/fault.ts';
import { subdomainFaults } from '../faults/names.ts';
import { type Bag, bagOf, withFields } from '../object/json-access.ts';
import {
  commonCreateFaults,
  commonUpdateFaults,
  metaFaults,
  metaUpdateFaults,
} from '../object/object-meta.ts';
import { listFaults } from './list-faults.ts';
import { withRuleFaults } from './rules/rule-faults.ts';
import { withDefaults } from './schema-defaults.ts';
import { schemaFaults } from './schema-faults.ts';

/** What the strategy of a custom resource depends on. */
export type CustomTraits = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly hasStatus: boolean;
  readonly schema: Bag;
};

function typeMetaFaults(object: KubeObject, { apiVersion, kind }: CustomTraits) {
  return [
    ...(object.kind === kind ? [] : [invalid('kind', object.kind, `must be ${kind}`)]),
    ...(object.apiVersion === apiVersion
      ? []
      : [invalid('apiVersion', object.apiVersion, `must be ${apiVersion}`)]),
  ];
}

function defaulted(object: KubeObject, schema: Bag): KubeObject {
  // Defaults of a structural schema leave apiVersion, kind and metadata alone.
  return withDefaults(object, schema) as KubeObject;
}

function nextGeneration(next: KubeObject, old: KubeObject): KubeObject {
  const content = ({ metadata: _metadata, ...rest }: KubeObject) => rest;
  const generation = old.metadata.generation ?? 1;
  const changed = !isDeepStrictEqual(content(next), content(old));
  return withFields(next, {
    metadata: { ...next.metadata, generation: changed ? generation + 1 : generation },
  });
}

/** Fields of a status are named from the status on in texts, from the object on in paths. */
function underStatus({ field, ...fault }: FieldError): FieldError {
  return { ...fault, field: field === '<nil>' ? 'status' : `status.${field}` };
}

function statusFaults(next: KubeObject, old: KubeObject, traits: CustomTraits) {
  const schema = bagOf(bagOf(traits.schema['properties'])['status']);
  const before = old['status'] === undefined ? undefined : { value: old['status'] };
  const value = next['status'];
  const faults = value === undefined ? [] : schemaFaults({ path: '', value, old: before }, schema);
  return faults.map(underStatus);
}

function contentFaults(next: KubeObject, old: KubeObject | undefined, traits: CustomTraits) {
  const before = old === undefined ? undefined : { value: old };
  const lists = old === undefined ? [] : listFaults(old, traits.schema, '');
  const faults = [
    ...schemaFaults({ path: '', value: next, old: before }, traits.schema),
    ...(lists.length > 0 ? [] : listFaults(next, traits.schema, '')),
  ];
  return withRuleFaults(faults, next, old, traits.schema);
}

function isStatusWrite(next: KubeObject, old: KubeObject): boolean {
  const rest = ({ metadata: _metadata, status: _status, ...fields }: KubeObject) => fields;
  return (
    !isDeepStrictEqual(next['status'], old['status']) && isDeepStrictEqual(rest(next), rest(old))
  );
}

function updateFaults(next: KubeObject, old: KubeObject, traits: CustomTraits) {
  if (traits.hasStatus && isStatusWrite(next, old)) {
    const faults = [
      ...metaUpdateFaults(next, old),
      ...statusFaults(next, old, traits),
      ...(listFaults(old, traits.schema, '').length > 0 ? [] : listFaults(next, traits.schema, '')),
    ];
    return withRuleFaults(faults, next, old, traits.schema);
  }
  return [...metaUpdateFaults(next, old), ...contentFaults(next, old, traits)];
}

function withoutStatus(object: KubeObject, traits: CustomTraits): KubeObject {
  return traits.hasStatus ? withFields(object, { status: undefined }) : object;
}

/**
 * The rules of a custom resource, those of its own in CEL (`x-kubernetes-validations`) included.
 * Source: `customResourceStrategy` and `statusStrategy` of apiextensions-apiserver.
 */
export function createCustomStrategy(traits: CustomTraits): Strategy {
  const rules = { namespaced: traits.namespaced, nameFaults: subdomainFaults };
  const status: Pick<Strategy, 'prepareForStatusUpdate'> = traits.hasStatus
    ? {
        prepareForStatusUpdate: (next, old) =>
          withFields(old, {
            metadata: withFields<Bag>(old.metadata, {
              managedFields: next.metadata.managedFields,
              resourceVersion: next.metadata.resourceVersion,
            }),
            status: bagOf(defaulted(next, traits.schema))['status'],
          }),
      }
    : {};
  return {
    ...status,
    decode: (object) => defaulted(object, traits.schema),
    prepareForCreate: (object) =>
      withFields(withoutStatus(defaulted(object, traits.schema), traits), {
        metadata: { ...object.metadata, generation: 1 },
      }),
    prepareForUpdate: (next, old) => {
      const filled = defaulted(next, traits.schema);
      const kept = traits.hasStatus ? withFields(filled, { status: old['status'] }) : filled;
      return nextGeneration(kept, old);
    },
    validateCreate: (object) => {
      const typed = typeMetaFaults(object, traits);
      if (typed.length > 0) return typed;
      const faults = [...metaFaults(object, rules), ...contentFaults(object, undefined, traits)];
      return faults.length > 0 ? faults : commonCreateFaults(object, traits.namespaced);
    },
    validateUpdate: (next, old) => {
      const typed = typeMetaFaults(next, traits);
      const own = typed.length > 0 ? typed : updateFaults(next, old, traits);
      return [...commonUpdateFaults(next, old, traits.namespaced), ...own];
    },
  };
}
