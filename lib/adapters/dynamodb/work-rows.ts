import type { WorkRows } from '../../ports/work-rows.ts';
import { acquireLease } from './acquire-lease.ts';
import { commitPass } from './commit-pass.ts';
import { requestPass } from './request-pass.ts';
import { handBackLease, seizeLease } from './seize-lease.ts';
import type { Table } from './table.ts';
import { readWorkRow } from './work-row-item.ts';

/** The rows of the work queue in DynamoDB: one item a key, no transactions, every read consistent. */
export const createDynamoWorkRows = (table: Table): WorkRows => ({
  request: (key, request) => requestPass(table, key, request),
  acquire: (key, claim) => acquireLease(table, key, claim),
  commit: (lease, settlement, now) => commitPass(table, { lease, settlement, now }),
  seize: (key, claim) => seizeLease(table, key, claim),
  handBack: (lease, now) => handBackLease(table, lease, now),
  read: (key) => readWorkRow(table, key),
});
