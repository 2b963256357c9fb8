import type { FieldError, KubeObject } from '../../resource.ts';
import { forbidden, invalid, notSupported, required } from '../faults/fault.ts';
import { printedJson } from '../faults/go-value.ts';
import { label1035Faults, subdomainFaults } from '../faults/names.ts';
import { type Bag, bagOf, isBag, textOf, textsOf } from '../object/json-access.ts';
import { immutable, metaFaults, metaUpdateFaults } from '../object/object-meta.ts';
import { definitionNamesFaults, missingNames } from './definition-names-faults.ts';
import { type DefinitionVersion, isHoisted, versionsOf } from './definition-view.ts';
import {
  columnFaults,
  printedVersions,
  schemaFaults,
  subresourceFaults,
} from './version-faults.ts';

const APPROVAL = 'api-approved.kubernetes.io';
const DISCUSSION = 'see https://github.com/kubernetes/enhancements/pull/1111';

function groupFaults(group: string): readonly FieldError[] {
  const field = 'spec.group';
  if (group === '') return [required(field)];
  const form = subdomainFaults(group);
  if (form.length > 0) return [invalid(field, group, form.join(','))];
  return group.includes('.')
    ? []
    : [invalid(field, group, 'should be a domain with at least one dot')];
}

function enumFaults(field: string, value: string, accepted: readonly string[]) {
  if (value === '') return [required(field)];
  return accepted.includes(value) ? [] : [notSupported(field, value, accepted)];
}

function oneVersionFaults(all: readonly DefinitionVersion[], index: number) {
  const version = all[index];
  if (version === undefined) return [];
  const field = `spec.versions[${index}]`;
  const name = label1035Faults(version.name);
  const columns = isHoisted(all, 'columns') ? [] : version.columns;
  return [
    ...(name.length > 0 ? [invalid(`${field}.name`, version.name, name.join(','))] : []),
    ...(isHoisted(all, 'schema') ? [] : schemaFaults(version, `${field}.schema`)),
    ...(isHoisted(all, 'subresources')
      ? []
      : subresourceFaults(version.subresources, `${field}.subresources`)),
    ...columns.flatMap((column, position) =>
      columnFaults(column, `${field}.additionalPrinterColumns[${position}]`),
    ),
  ];
}

/** The name of the first version counts as that of the whole, as it did before there were several. */
function firstNameFaults([first]: readonly DefinitionVersion[]): readonly FieldError[] {
  if (first === undefined || first.name === '') return [];
  const faults = label1035Faults(first.name);
  return faults.length === 0 ? [] : [invalid('spec.version', first.name, faults.join(','))];
}

function versionsFaults(versions: readonly DefinitionVersion[]): readonly FieldError[] {
  const field = 'spec.versions';
  const printed = { printed: printedVersions(versions) };
  const unique = new Set(versions.map(({ name }) => name)).size === versions.length;
  const stored = versions.filter(({ storage }) => storage).length;
  const text = 'must have exactly one version marked as storage version';
  return [
    ...versions.flatMap((version, index) =>
      version.schema === undefined ? [required(`${field}[${index}].schema.openAPIV3Schema`)] : [],
    ),
    ...versions.flatMap((_version, index) => oneVersionFaults(versions, index)),
    ...(unique ? [] : [invalid(field, printed, 'must contain unique version names')]),
    ...(stored === 1 ? [] : [invalid(field, printed, text)]),
    ...firstNameFaults(versions),
  ];
}

function hoistedFaults(versions: readonly DefinitionVersion[]): readonly FieldError[] {
  const [first] = versions;
  if (first === undefined) return [];
  const columns = isHoisted(versions, 'columns') ? first.columns : [];
  return [
    ...(isHoisted(versions, 'schema') ? schemaFaults(first, 'spec.validation') : []),
    ...(isHoisted(versions, 'subresources')
      ? subresourceFaults(first.subresources, 'spec.subresources')
      : []),
    ...columns.flatMap((column, index) =>
      columnFaults(column, `spec.additionalPrinterColumns[${index}]`),
    ),
  ];
}

function webhookFaults(webhook: unknown): readonly FieldError[] {
  const path = 'spec.conversion';
  const versions = textsOf(bagOf(webhook)['conversionReviewVersions']);
  const { url, service } = bagOf(bagOf(webhook)['clientConfig']);
  const field = `${path}.webhookClientConfig`;
  const client = isBag(bagOf(webhook)['clientConfig'])
    ? (url === undefined) === (service === undefined)
      ? [required(field, 'exactly one of url or service is required')]
      : []
    : [required(field, 'required when strategy is set to Webhook')];
  return [
    ...client,
    ...(versions.length === 0 ? [required(`${path}.conversionReviewVersions`)] : []),
  ];
}

function conversionFaults(conversion: unknown): readonly FieldError[] {
  if (!isBag(conversion)) return [];
  const strategy = textOf(conversion['strategy']) ?? '';
  const known = enumFaults('spec.conversion.strategy', strategy, ['None', 'Webhook']);
  const { webhook } = conversion;
  if (strategy === 'Webhook') return [...known, ...webhookFaults(webhook)];
  const text = 'should not be set when strategy is not set to Webhook';
  const stray = isBag(webhook) && isBag(webhook['clientConfig']);
  return [...known, ...(stray ? [forbidden('spec.conversion.webhookClientConfig', text)] : [])];
}

function specFaults(definition: KubeObject): readonly FieldError[] {
  const spec = bagOf(definition['spec']);
  const names = bagOf(spec['names']);
  const versions = versionsOf(definition);
  return [
    ...groupFaults(textOf(spec['group']) ?? ''),
    ...enumFaults('spec.scope', textOf(spec['scope']) ?? '', ['Cluster', 'Namespaced']),
    ...versionsFaults(versions),
    ...missingNames(names, 'spec.names'),
    ...definitionNamesFaults(names, 'spec.names'),
    ...hoistedFaults(versions),
    ...conversionFaults(spec['conversion']),
  ];
}

function storedVersionsFaults(definition: KubeObject): readonly FieldError[] {
  const field = 'status.storedVersions';
  const stored = textsOf(bagOf(definition['status'])['storedVersions']);
  const printed = { printed: printedJson(stored.length === 0 ? null : stored) };
  if (stored.length === 0) {
    return [invalid(field, printed, 'must have at least one stored version')];
  }
  const versions = versionsOf(definition);
  const missing = versions.filter(({ name, storage }) => storage && !stored.includes(name));
  const names = new Set(versions.map(({ name }) => name));
  const gone = stored.flatMap((name, index) => {
    const text = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;
    return names.has(name) ? [] : [invalid(`${field}[${index}]`, name, text)];
  });
  return [
    ...missing.map(({ name }) => invalid(field, printed, `must have the storage version ${name}`)),
    ...gone,
  ];
}

function isProtected(group: string): boolean {
  return [group, `.${group}`].some((name) => /(^|\.)(k8s|kubernetes)\.io$/.test(name));
}

function isUrl(text: string): boolean {
  return URL.canParse(text) && text.includes('://');
}

function approvalFaults(definition: KubeObject, old: KubeObject | undefined) {
  const approval = definition.metadata.annotations?.[APPROVAL] ?? '';
  const unchanged = old !== undefined && old.metadata.annotations?.[APPROVAL] === approval;
  if (!isProtected(textOf(bagOf(definition['spec'])['group']) ?? '') || unchanged) return [];
  if (approval.startsWith('unapproved') || isUrl(approval)) return [];
  const field = `metadata.annotations[${APPROVAL}]`;
  const needed = `protected groups must have approval annotation "${APPROVAL}"`;
  if (approval === '')
    return old === undefined ? [required(field, `${needed}, ${DISCUSSION}`)] : [];
  const text = `${needed} with either a URL or a reason starting with "unapproved", ${DISCUSSION}`;
  return [invalid(field, approval, text)];
}

function preserveFaults(definition: KubeObject): readonly FieldError[] {
  const text =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
  const preserves = bagOf(definition['spec'])['preserveUnknownFields'] === true;
  return preserves ? [invalid('spec.preserveUnknownFields', true, text)] : [];
}

function stateFaults(definition: KubeObject, old: KubeObject | undefined) {
  const accepted: Bag = bagOf(bagOf(definition['status'])['acceptedNames']);
  return [
    ...definitionNamesFaults(accepted, 'status.acceptedNames'),
    ...storedVersionsFaults(definition),
    ...approvalFaults(definition, old),
    ...preserveFaults(definition),
  ];
}

/** Faults of a new CustomResourceDefinition. Source: `ValidateCustomResourceDefinition`. */
export function definitionFaults(definition: KubeObject): readonly FieldError[] {
  const spec = bagOf(definition['spec']);
  const plural = textOf(bagOf(spec['names'])['plural']) ?? '';
  const wanted = `${plural}.${textOf(spec['group']) ?? ''}`;
  const nameFaults = (name: string) =>
    name === wanted
      ? subdomainFaults(name)
      : [...subdomainFaults(name), 'must be spec.names.plural+"."+spec.group'];
  return [
    ...metaFaults(definition, { namespaced: false, nameFaults }),
    ...specFaults(definition),
    ...stateFaults(definition, undefined),
  ];
}

function isEstablished(definition: KubeObject): boolean {
  const { conditions } = bagOf(definition['status']);
  if (!Array.isArray(conditions)) return false;
  return conditions.some(
    (entry) => bagOf(entry)['type'] === 'Established' && bagOf(entry)['status'] === 'True',
  );
}

/** Faults of a change of a CustomResourceDefinition. Source: `ValidateCustomResourceDefinitionUpdate`. */
export function definitionUpdateFaults(next: KubeObject, old: KubeObject): readonly FieldError[] {
  const [spec, before] = [bagOf(next['spec']), bagOf(old['spec'])];
  const [names, known] = [bagOf(spec['names']), bagOf(before['names'])];
  const served = isEstablished(old)
    ? [
        ...immutable('spec.scope', spec['scope'], before['scope']),
        ...immutable('spec.names.kind', names['kind'], known['kind']),
      ]
    : [];
  return [
    ...metaUpdateFaults(next, old),
    ...specFaults(next),
    ...served,
    ...immutable('spec.group', spec['group'], before['group']),
    ...immutable('spec.names.plural', names['plural'], known['plural']),
    ...stateFaults(next, old),
  ];
}

/** Faults of a change through `/status`. Source: `ValidateUpdateCustomResourceDefinitionStatus`. */
export function definitionStatusFaults(next: KubeObject, old: KubeObject): readonly FieldError[] {
  const accepted = bagOf(bagOf(next['status'])['acceptedNames']);
  return [
    ...metaUpdateFaults(next, old),
    ...definitionNamesFaults(accepted, 'status.acceptedNames'),
  ];
}
