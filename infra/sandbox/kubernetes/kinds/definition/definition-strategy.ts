import type { Column, KubeObject, Strategy } from '../../resource.ts';
import {
  bagOf,
  sameJson,
  textOf,
  textsOf,
  withFields,
  withoutNulls,
} from '../object/json-access.ts';
import { commonCreateFaults, commonUpdateFaults } from '../object/object-meta.ts';
import { nameColumn, textColumn } from '../table/metadata-columns.ts';
import {
  definitionFaults,
  definitionStatusFaults,
  definitionUpdateFaults,
} from './definition-faults.ts';
import { storageVersionOf } from './definition-view.ts';
import { definitionWarnings } from './definition-warnings.ts';

/** Names and conversion that the API fills in. Source: `SetDefaults_CustomResourceDefinitionSpec`. */
function defaultDefinition(submitted: KubeObject): KubeObject {
  const definition = withSchemas(withoutNulls(submitted), submitted);
  const spec = bagOf(definition['spec']);
  const names = bagOf(spec['names']);
  const kind = textOf(names['kind']);
  const filled = withFields(names, {
    singular: textOf(names['singular']) ?? kind?.toLowerCase(),
    listKind: textOf(names['listKind']) ?? (kind === undefined ? undefined : `${kind}List`),
  });
  return withFields(definition, {
    spec: withFields(spec, {
      names: filled,
      conversion: spec['conversion'] ?? { strategy: 'None' },
      preserveUnknownFields: spec['preserveUnknownFields'] === true ? true : undefined,
    }),
  });
}

/** Schemas keep their nulls: a default or an enum may be null. */
function withSchemas(definition: KubeObject, submitted: KubeObject): KubeObject {
  const spec = bagOf(definition['spec']);
  const { versions } = bagOf(submitted['spec']);
  if (!Array.isArray(versions)) return definition;
  return withFields(definition, { spec: withFields(spec, { versions }) });
}

/** Storage versions that were ever in use, the present one included. */
function storedVersions(definition: KubeObject, before: unknown): readonly string[] {
  const known = textsOf(before);
  const storage = storageVersionOf(definition);
  return storage === undefined || known.includes(storage) ? known : [...known, storage];
}

function prepareUpdate(next: KubeObject, old: KubeObject): KubeObject {
  const defaulted = defaultDefinition(next);
  const status = bagOf(old['status']);
  const stored = storedVersions(defaulted, status['storedVersions']);
  const { metadata } = defaulted;
  const generation = old.metadata.generation ?? 1;
  const changed = !sameJson(defaulted['spec'], old['spec']);
  return withFields(defaulted, {
    metadata: { ...metadata, generation: changed ? generation + 1 : generation },
    status: withFields(status, { storedVersions: stored }),
  });
}

/**
 * The rules of CustomResourceDefinitions; conditions and accepted names are the server's to write.
 * Source: `strategy` and `statusStrategy` of apiextensions-apiserver.
 */
export const definitionStrategy: Strategy = {
  prepareForCreate: (definition) => {
    const defaulted = defaultDefinition(definition);
    return withFields(defaulted, {
      metadata: { ...defaulted.metadata, generation: 1 },
      status: {
        conditions: null,
        acceptedNames: { plural: '', kind: '' },
        storedVersions: storedVersions(defaulted, []),
      },
    });
  },
  prepareForUpdate: prepareUpdate,
  warn: definitionWarnings,
  prepareForStatusUpdate: (next, old) =>
    withFields(withoutNulls(next), {
      spec: old['spec'],
      metadata: { ...old.metadata, managedFields: next.metadata.managedFields },
    }),
  validateCreate: (definition) => {
    const faults = definitionFaults(definition);
    return faults.length > 0 ? faults : commonCreateFaults(definition, false);
  },
  validateUpdate: (next, old) => {
    const onStatus = sameJson(next['spec'], old['spec']);
    return [
      ...commonUpdateFaults(next, old, false),
      ...(onStatus ? definitionStatusFaults(next, old) : definitionUpdateFaults(next, old)),
    ];
  },
};

/** The columns of `kubectl get customresourcedefinitions`. Source: `rest.NewDefaultTableConvertor` of apiserver. */
export const definitionColumns: readonly Column[] = [
  nameColumn,
  {
    ...textColumn(
      'Created At',
      'When the object was created.',
      ({ metadata }) => metadata.creationTimestamp,
    ),
    type: 'date',
  },
];
