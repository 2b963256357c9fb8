import {
  isAlias,
  type RecordChange,
  type RecordSet,
  sameRecordSet,
} from '../../../lib/core/model/record-set.ts';
import type { ChangeResult } from '../../../lib/ports/record-store.ts';
import type { Earth } from '../earth.ts';
import type { Onlooker } from '../invocation.ts';
import type { Script } from '../script.ts';

/** Route 53's limits of one batch. */
const limits = { records: 1_000, characters: 32_000 };

/**
 * Nothing is written that the ledger does not have, nothing removed that Seamark did not write, and no batch is too large. Where edits are
 * to be repaired, what somebody put in the place of a record of ours may be removed too.
 */
export const watchRecords = (
  earth: Pick<Earth, 'ledger'> & Partial<Pick<Earth, 'strangers'>>,
  fault: (words: string) => void,
  driftPolicy: Script['driftPolicy'] = 'report',
): Onlooker => {
  const written = new Map<string, RecordSet>();
  const follow = ({ action, recordSet }: RecordChange): void => {
    const place = `${recordSet.name} ${recordSet.type}`;
    if (action === 'CREATE') {
      if (!isInLedger(earth, recordSet)) fault(`${place} was written, and no ledger entry has it`);
      written.set(place, recordSet);
      return;
    }
    const known = written.get(place);
    const edit = driftPolicy === 'repair' ? earth.strangers?.get(place) : undefined;
    if (known !== undefined && edit !== undefined && sameRecordSet(edit, recordSet)) {
      earth.strangers?.delete(place);
      written.delete(place);
      return;
    }
    if (known === undefined || !sameRecordSet(known, recordSet)) {
      fault(`${place} was removed, and Seamark had not written it`);
    }
    written.delete(place);
  };
  return (call, args) => {
    if (call !== 'recordStore.change') return undefined;
    const [, changes] = args as [string, readonly RecordChange[]]; // what that port takes
    checkLimits(changes, fault);
    return (result) => {
      if ((result as ChangeResult).kind === 'accepted') changes.forEach(follow); // what that port answers
    };
  };
};

const checkLimits = (changes: readonly RecordChange[], fault: (words: string) => void): void => {
  const values = changes.map(({ recordSet }) => (isAlias(recordSet) ? [] : recordSet.values));
  const records = values.reduce((sum, list) => sum + Math.max(1, list.length), 0);
  const characters = values.flat().reduce((sum, value) => sum + value.length, 0);
  if (records > limits.records) fault(`a batch has ${records} records`);
  if (characters > limits.characters) fault(`a batch has ${characters} characters`);
};

const isInLedger = (earth: Pick<Earth, 'ledger'>, set: RecordSet): boolean =>
  earth.ledger
    .entries()
    .some(({ desired, past, applied }) =>
      [...desired, ...past, ...applied].some((known) => sameRecordSet(known, set)),
    );
