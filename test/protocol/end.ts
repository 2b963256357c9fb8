import type { RecordSet, StoredRecordSet } from '../../lib/core/model/record-set.ts';
import { formatServiceKey } from '../../lib/core/model/service-key.ts';
import { formatWorkKey } from '../../lib/core/model/work-key.ts';
import { editedKey } from './cast.ts';
import { zoneId } from './ground.ts';
import { type Stage, stepsOf } from './steps.ts';

/** After so long the next resync has asked for a pass over every Service. */
const resyncMs = 600_000;
const longestRepair = 500;

/**
 * What does not hold though nothing is left to happen. A key that somebody died over, between its row and its message, may wait for the
 * next request, and a change that nobody could report may wait for the resync: then that one request must put everything right.
 */
export const whatIsWrong = async (stage: Stage): Promise<readonly string[]> => {
  const { cast } = stage;
  const excused = [...cast.orphans(), ...cast.lostEvents()];
  const forgotten = forgottenKeys(stage, excused);
  if (forgotten.length > 0 || excused.length === 0) {
    return [...forgotten, ...differences(stage)];
  }
  await repair(stage);
  const left = [...cast.broken(), ...forgottenKeys(stage, cast.orphans()), ...differences(stage)];
  return left.map((words) => `after the next request: ${words}`);
};

const forgottenKeys = ({ ground }: Stage, excused: readonly string[]): readonly string[] =>
  ground.rows
    .all()
    .filter((row) => row.generation !== row.done || row.dueAt !== undefined || row.leaseHolder)
    .map(({ key }) => formatWorkKey(key))
    .filter((key) => !excused.includes(key))
    .map((key) => `${key} is forgotten`);

const differences = ({ ground }: Stage): readonly string[] => {
  const is = lines(ground.records.sets(zoneId));
  const must = lines(ground.wanted());
  return [
    ...must.filter((line) => !is.includes(line)).map((line) => `missing: ${line}`),
    ...is.filter((line) => !must.includes(line)).map((line) => `left over: ${line}`),
    ...ground.ledger
      .entries()
      .filter(({ appliedVersion, desiredVersion }) => appliedVersion !== desiredVersion)
      .map(({ key }) => `the ledger says that ${formatServiceKey(key)} is not published`),
    ...ground.ledger
      .entries()
      .filter(({ sending }) => sending !== undefined)
      .map(({ key }) => `the ledger says that ${formatServiceKey(key)} is being sent`),
  ];
};

// From here on nothing goes wrong any more.
const repair = async (stage: Stage): Promise<void> => {
  const { ground, cast, configuration, left } = stage;
  const nothing = { deaths: 0, lostAnswers: 0, failures: 0, duplicates: 0, delays: 0, resyncs: 0 };
  Object.assign(left, nothing);
  cast.forgetAll();
  ground.moveTo(ground.now() + resyncMs);
  const keys = new Map(configuration.edits.map((edit) => [editedKey(edit), edit.key]));
  for (const key of keys.values()) await cast.ask(key);
  for (let taken = 0; taken < longestRepair; taken += 1) {
    const next = stepsOf(stage)[0];
    if (next === undefined) return;
    await next.take();
  }
};

const lines = (sets: readonly (RecordSet | StoredRecordSet)[]): readonly string[] =>
  sets.map((set) => `${set.name} ${set.type} ${'values' in set ? set.values : ''}`).sort();
