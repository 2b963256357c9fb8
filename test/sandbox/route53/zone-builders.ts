import assert from 'node:assert/strict';
import { applyBatch, type BatchResult } from '../../../infra/sandbox/route53/zone/apply-batch.ts';
import type { ZoneChange, ZoneRecordSet } from '../../../infra/sandbox/route53/zone/record-set.ts';
import {
  apexRecordSets,
  listRecordSets,
  type ZoneState,
  zoneWith,
} from '../../../infra/sandbox/route53/zone/zone-state.ts';

/** The zone of these tests. */
export const outline = { id: 'ZONE', name: 'example.com.' };
/** A set of plain values. */
export const set = (name: string, type: string, ...values: readonly string[]): ZoneRecordSet => ({
  name,
  type,
  ttlSeconds: 180,
  values,
});
/** An alias set. */
export const alias = (
  name: string,
  type: string,
  zoneId: string,
  dnsName: string,
): ZoneRecordSet => ({
  name,
  type,
  values: [],
  aliasTarget: { hostedZoneId: zoneId, dnsName, evaluateTargetHealth: false },
});
/** A CREATE. */
export const create = (recordSet: ZoneRecordSet): ZoneChange => ({ action: 'CREATE', recordSet });
/** A DELETE. */
export const remove = (recordSet: ZoneRecordSet): ZoneChange => ({ action: 'DELETE', recordSet });
/** An UPSERT. */
export const upsert = (recordSet: ZoneRecordSet): ZoneChange => ({ action: 'UPSERT', recordSet });
/** The name servers of the zone. */
export const servers = ['ns-1.example', 'ns-2.example'];
/** The zone with its apex sets and these. */
export const zone = (...sets: readonly ZoneRecordSet[]): ZoneState =>
  zoneWith(outline, [...apexRecordSets(outline.name, servers), ...sets]);

/** The refusal of a batch; fails the test if the batch is taken. */
export const refusal = (
  state: ZoneState,
  ...changes: readonly ZoneChange[]
): Extract<BatchResult, { kind: 'refused' }> => {
  const result = applyBatch(state, changes);
  return result.kind === 'refused' ? result : assert.fail('the batch was not refused');
};
/** The zone after a batch; fails the test if the batch is refused. */
export const applied = (state: ZoneState, ...changes: readonly ZoneChange[]): ZoneState => {
  const result = applyBatch(state, changes);
  return result.kind === 'applied' ? result.zone : assert.fail(result.message);
};
/** Name and type of the sets below the apex, in listing order. */
export const names = (state: ZoneState): readonly string[] =>
  listRecordSets(state)
    .filter(({ name }) => name !== outline.name)
    .map(({ name, type }) => `${name} ${type}`);

/** A weighted set at w.example.com. */
export const weighted = (identifier: string, weight: number, ttlSeconds = 60): ZoneRecordSet => ({
  ...set('w.example.com.', 'A', '192.0.2.1'),
  ttlSeconds,
  setIdentifier: identifier,
  weight,
});
