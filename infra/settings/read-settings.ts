import { readFile, stat } from 'node:fs/promises';
import * as v from 'valibot';
import { type Check, checkFaults } from './check.ts';
import { clusterChecks } from './cluster-checks.ts';
import { environmentFaults } from './environment-size.ts';
import { type Fault, faultOnPath, faultsError } from './faults.ts';
import { faultyKeys } from './json-keys.ts';
import { otherChecks } from './other-checks.ts';
import { parseJson } from './parse-json.ts';
import type { FederationSettings } from './settings.ts';
import { type SettingsFile, settingsFile } from './settings-file.ts';
import { settingsOf } from './settings-of.ts';
import { unknownKeys } from './unknown-keys.ts';
import { webhookChecks } from './webhook-checks.ts';
import { zoneChecks } from './zone-checks.ts';

/** More than any settings need. */
const mostBytes = 262_144;

const checks: readonly Check[] = [
  ...zoneChecks,
  ...clusterChecks,
  ...webhookChecks,
  ...otherChecks,
];

/**
 * Reads the settings of a deployment from a JSON file (docs/settings.md), checks them and fills in the defaults.
 *
 * @throws Error that lists every fault of the file at once, each with its place in the file; values are never quoted.
 */
export const readSettings = async (path: string): Promise<FederationSettings> => {
  const parsed = parseJson(await readBytes(path));
  if (parsed.kind === 'problem') return refuse(path, parsed.problem);
  if (!isObject(parsed.value)) return refuse(path, 'holds no object');
  const keys = faultyKeys(parsed.text).map((fault) =>
    closed(faultOnPath(fault.path, fault.message)),
  );
  const result = v.safeParse(settingsFile, parsed.value);
  const issues = (result.issues ?? []).filter(isNoUnknownKey).map(faultOfIssue);
  const faults = [...keys, ...unknownKeys(parsed.value), ...issues];
  // The schema gives back all that it was given, and no check looks into what it refused.
  const file = result.output as SettingsFile;
  const all = [...faults, ...checkFaults(checks, file, faults)];
  if (all.length > 0) throw faultsError(path, all);
  const settings = settingsOf(file);
  const tooLarge = environmentFaults(settings);
  if (tooLarge.length > 0) throw faultsError(path, tooLarge);
  return settings;
};

/** Of those the schema tells only the first. */
const isNoUnknownKey = ({ type, expected }: v.BaseIssue<unknown>): boolean =>
  type !== 'strict_object' || expected !== 'never';

const faultOfIssue = (issue: v.BaseIssue<unknown>): Fault => {
  const path = (issue.path ?? []).map(({ key }) => key);
  const fault = faultOnPath(path, issue.message);
  return issue.kind === 'schema' ? closed(fault) : fault;
};

const closed = (fault: Fault): Fault => ({ ...fault, isClosed: true });

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readBytes = async (path: string): Promise<Uint8Array> => {
  try {
    const found = await stat(path);
    if (!found.isFile()) return refuse(path, 'is a folder or a device');
    if (found.size > mostBytes) return refuse(path, `is larger than ${mostBytes} bytes`);
    return await readFile(path);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
    if (code === undefined) throw cause;
    const reason =
      code === 'ENOENT'
        ? 'is not there: copy seamark.config.json of this project to it and change the copy, or name another file with -c settings=PATH'
        : `cannot be read (${code})`;
    throw new Error(`Cannot use settings ${path}: the file ${reason}`, { cause });
  }
};

const refuse = (path: string, reason: string): never => {
  throw new Error(`Cannot use settings ${path}: the file ${reason}`);
};
