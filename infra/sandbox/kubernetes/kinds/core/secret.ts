import type { Column, FieldError, KubeObject, Strategy } from '../../resource.ts';
import { forbidden, invalid, invalidEach, required, tooLong } from '../faults/fault.ts';
import { dataKeyFaults, subdomainFaults } from '../faults/names.ts';
import {
  bagOf,
  sameJson,
  textEntriesOf,
  textOf,
  withFields,
  withoutNulls,
} from '../object/json-access.ts';
import {
  commonCreateFaults,
  commonUpdateFaults,
  immutable,
  metaFaults,
  strictMetaUpdateFaults,
} from '../object/object-meta.ts';
import { ageColumn, nameColumn, textColumn } from '../table/metadata-columns.ts';
import { jsonObjectFault } from './go-json.ts';

/** Sum of the bytes of all values that one Secret may carry. Source: `MaxSecretSize` of core. */
const SECRET_LIMIT_BYTES = 1_048_576;

const RULES = { namespaced: true, nameFaults: subdomainFaults, strictFinalizers: true } as const;
const SERVICE_ACCOUNT = 'kubernetes.io/service-account.name';
const JSON_KEYS: ReadonlyMap<string, string> = new Map([
  ['kubernetes.io/dockercfg', '.dockercfg'],
  ['kubernetes.io/dockerconfigjson', '.dockerconfigjson'],
]);

function dataOf(secret: KubeObject): ReadonlyMap<string, Buffer> {
  const entries = textEntriesOf(secret['data']);
  return new Map(entries.map(([key, text]) => [key, Buffer.from(text, 'base64')]));
}

function jsonFaults(data: ReadonlyMap<string, Buffer>, key: string): readonly FieldError[] {
  const value = data.get(key);
  if (value === undefined) return [required(`data[${key}]`)];
  const fault = jsonObjectFault(value.toString());
  if (fault === undefined) return [];
  return [invalid(`data[${key}]`, '<secret contents redacted>', fault)];
}

/** What Go says of a pair that no server could use, as far as it can be told without a look at the key. */
function pairWarnings(secret: KubeObject): readonly string[] {
  if (textOf(secret['type']) !== 'kubernetes.io/tls') return [];
  const data = dataOf(secret);
  const isPem = (key: string): boolean => data.get(key)?.includes('-----BEGIN ') === true;
  if (!isPem('tls.crt')) return ['tls: failed to find any PEM data in certificate input'];
  return isPem('tls.key') ? [] : ['tls: failed to find any PEM data in key input'];
}

function requiredKeys(data: ReadonlyMap<string, Buffer>, keys: readonly string[]) {
  return keys.filter((key) => !data.has(key)).map((key) => required(`data[${key}]`));
}

function contentFaults(secret: KubeObject, data: ReadonlyMap<string, Buffer>) {
  const type = textOf(secret['type']) ?? '';
  const jsonKey = JSON_KEYS.get(type);
  if (jsonKey !== undefined) return jsonFaults(data, jsonKey);
  switch (type) {
    case 'kubernetes.io/service-account-token': {
      const account = secret.metadata.annotations?.[SERVICE_ACCOUNT] ?? '';
      return account === '' ? [required(`metadata.annotations[${SERVICE_ACCOUNT}]`)] : [];
    }
    case 'kubernetes.io/basic-auth': {
      const missing = requiredKeys(data, ['username', 'password']);
      return missing.length === 2 ? missing : [];
    }
    case 'kubernetes.io/ssh-auth':
      return (data.get('ssh-privatekey')?.length ?? 0) === 0
        ? [required('data[ssh-privatekey]')]
        : [];
    case 'kubernetes.io/tls':
      return requiredKeys(data, ['tls.crt', 'tls.key']);
    default:
      return [];
  }
}

function secretFaults(secret: KubeObject): readonly FieldError[] {
  const data = dataOf(secret);
  const bytes = [...data.values()].reduce((sum, value) => sum + value.length, 0);
  return [
    ...metaFaults(secret, RULES),
    ...[...data.keys()].flatMap((key) => invalidEach(`data[${key}]`, key, dataKeyFaults(key))),
    ...(bytes > SECRET_LIMIT_BYTES ? [tooLong('data', SECRET_LIMIT_BYTES)] : []),
    ...contentFaults(secret, data),
  ];
}

function immutableFaults(next: KubeObject, old: KubeObject): readonly FieldError[] {
  if (old['immutable'] !== true) return [];
  const text = 'field is immutable when `immutable` is set';
  return [
    ...(next['immutable'] === true ? [] : [forbidden('immutable', text)]),
    ...(sameJson(next['data'], old['data']) ? [] : [forbidden('data', text)]),
  ];
}

/** Values in the form that the API writes: without line breaks. */
function writtenData(secret: KubeObject): readonly (readonly [string, string])[] {
  return textEntriesOf(secret['data']).map(
    ([key, text]) => [key, Buffer.from(text, 'base64').toString('base64')] as const,
  );
}

function prepare(submitted: KubeObject): KubeObject {
  const secret = withoutNulls(submitted);
  const plain = textEntriesOf(secret['stringData']).map(
    ([key, text]) => [key, Buffer.from(text).toString('base64')] as const,
  );
  const data = Object.fromEntries([...writtenData(secret), ...plain]);
  return withFields(secret, {
    type: textOf(secret['type']) ?? 'Opaque',
    data: Object.keys(data).length === 0 ? undefined : data,
    stringData: undefined,
  });
}

/** The rules of Secrets. Source: `ValidateSecret` of core validation. */
export const secretStrategy: Strategy = {
  prepareForCreate: prepare,
  prepareForUpdate: prepare,
  warn: pairWarnings,
  validateCreate: (secret) => {
    const faults = secretFaults(secret);
    return faults.length > 0 ? faults : commonCreateFaults(secret, true);
  },
  validateUpdate: (next, old) => [
    ...commonUpdateFaults(next, old, true),
    ...strictMetaUpdateFaults(next, old),
    ...immutable('type', next['type'], old['type']),
    ...immutableFaults(next, old),
    ...secretFaults(next),
  ],
};

/** The columns of `kubectl get secrets`. Source: `printSecret` of the printers. */
export const secretColumns: readonly Column[] = [
  nameColumn,
  textColumn('Type', 'What the Secret is for.', (secret) => textOf(secret['type']) ?? ''),
  textColumn('Data', 'Number of values.', (secret) => Object.keys(bagOf(secret['data'])).length),
  ageColumn,
];
