import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isJsonObject } from '../../../../infra/sandbox/kubernetes/patch/merge-patch.ts';
import type {
  Json,
  JsonObject,
  KubeObject,
} from '../../../../infra/sandbox/kubernetes/resource.ts';
import { serverSideApply } from '../../../../infra/sandbox/kubernetes/schema/apply.ts';
import { applyConflictText } from '../../../../infra/sandbox/kubernetes/schema/apply-conflict.ts';
import { trackUpdate } from '../../../../infra/sandbox/kubernetes/schema/managed-fields.ts';
import { schemaOfKind } from './judged/kind-schemas.ts';
import { readCases } from './judged/read-cases.ts';

type Case = {
  readonly kind: string;
  readonly op: 'apply' | 'update';
  readonly manager: string;
  readonly force: boolean;
  readonly subresource: '' | 'status';
  readonly live: KubeObject | null;
  readonly object: JsonObject;
  readonly error?: string;
  readonly expected?: { readonly o: JsonObject; readonly mf: readonly JsonObject[] };
};

const now = Date.UTC(2019, 0, 1);

function run(one: Case): { readonly object: JsonObject } | { readonly error: string } {
  const shared = {
    live: one.live ?? undefined,
    schema: schemaOfKind(one.kind),
    manager: one.manager,
    subresource: one.subresource,
    apiVersion: 'v1',
    now,
  };
  // Cases hold whole objects as JSON.
  if (one.op === 'update') {
    return { object: trackUpdate({ ...shared, next: one.object as KubeObject }) as JsonObject };
  }
  try {
    const result = serverSideApply({ ...shared, patch: one.object, force: one.force });
    return 'object' in result ? result : { error: applyConflictText(result.conflicts) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** Drops what Go writes for unset fields, so that only what was set is compared. */
function tidy(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => tidy(item));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value)
    .map(([name, entry]) => [name, tidy(entry)] as const)
    .filter(([, entry]) => !isUnset(entry));
  return Object.fromEntries(entries);
}

function isUnset(value: Json): boolean {
  if (value === null || value === '' || value === 0 || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function managedFieldsOf(object: JsonObject, live: KubeObject | null): readonly Json[] {
  const known = new Set((live?.metadata.managedFields ?? []).map((entry) => entry['time']));
  const metadata = object['metadata'];
  const entries = isJsonObject(metadata) ? (metadata['managedFields'] ?? []) : [];
  return (Array.isArray(entries) ? entries : []).map((entry: JsonObject) => {
    const time = entry['time'] ?? 'none';
    return { ...entry, time: time === 'none' || known.has(time) ? time : 'NOW' };
  });
}

function byOwner(entries: readonly Json[]): readonly string[] {
  return entries.map((entry) => JSON.stringify(sortKeys(entry))).toSorted();
}

function sortKeys(value: Json): Json {
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, entry]) => [name, sortKeys(entry)]));
}

const lines = (text: string): readonly string[] => text.split('\n').toSorted();

describe('server-side apply and ownership against the Go implementation', () => {
  for (const [index, one] of readCases<Case>('apply').entries()) {
    const where = one.subresource === '' ? '' : ' status';
    it(`case ${index}: ${one.manager} ${one.op}s ${one.kind}${where}`, () => {
      const result = run(one);
      if (one.expected === undefined) {
        assert.ok('error' in result, 'the write is refused');
        assert.deepEqual(lines(result.error), lines(one.error ?? ''));
        return;
      }
      assert.ok('object' in result, JSON.stringify(result));
      const { managedFields: _own, ...metadata } = result.object['metadata'] as JsonObject;
      assert.deepEqual(tidy({ ...result.object, metadata }), one.expected.o);
      assert.deepEqual(byOwner(managedFieldsOf(result.object, one.live)), byOwner(one.expected.mf));
    });
  }
});
