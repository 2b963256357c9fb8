import { isIPv6 } from 'node:net';
import { base64Fault } from '../../schema/go-parse.ts';
import { cidrFaults, parseAddress } from '../faults/addresses.ts';

const UUID = (middle: string) =>
  new RegExp(`^[0-9a-f]{8}-?[0-9a-f]{4}-?${middle}-?[0-9a-f]{12}$`, 'i');
const ANY_UUID = UUID('[0-9a-f]{4}-?[0-9a-f]{4}');
const VERSIONED = '[89ab][0-9a-f]{3}';
const DURATION = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)\s*(?:[a-zµμ]+\s*(?:\d+(?:\.\d*)?|\.\d+)?\s*)+$/i;
const UNITS =
  /^(?:ns|us|µs|μs|ms|s|m|h|d|w|nanos?|nanoseconds?|micros?|microseconds?|millis?|milliseconds?|secs?|seconds?|mins?|minutes?|hrs?|hours?|days?|wks?|weeks?)$/i;
const LONE_LABEL = /^[a-z0-9\p{L}\p{S}](?:-?[a-z0-9\p{L}\p{S}]{0,62})?$/iu;
const LABELS =
  /^(?:[a-z0-9\p{L}\p{S}](?:[a-z0-9\p{L}\p{S}-]{0,61}[a-z0-9\p{L}\p{S}])?\.)+[a-z\p{L}]{2,63}$/iu;

function isHostname(text: string): boolean {
  return text.length <= 255 && (LONE_LABEL.test(text) || LABELS.test(text));
}

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === text;
}

function isDateTime(text: string): boolean {
  const match =
    /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}:\d{2}(?:\.\d+)?)([Zz]|[+-]\d{2}:?\d{2})$/.exec(text);
  if (match === null || !isDate(match[1] ?? '')) return false;
  return !Number.isNaN(Date.parse(`${match[1]}T${match[2]}Z`));
}

function isDuration(text: string): boolean {
  if (text === '0') return true;
  const units = text.match(/[a-zµμ]+/gi) ?? [];
  return DURATION.test(text) && units.every((unit) => UNITS.test(unit));
}

function isMail(text: string): boolean {
  const address = /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text.trim();
  return /^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+$/.test(address);
}

function isMac(text: string): boolean {
  const bytes = '(?:[0-9a-f]{2}';
  const joined = ['-', ':'].map((sign) => `${bytes}${sign}){5}[0-9a-f]{2}`);
  return new RegExp(`^(?:${joined.join('|')}|(?:[0-9a-f]{4}\\.){2}[0-9a-f]{4})$`, 'i').test(text);
}

const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['uri', (text: string) => text.startsWith('/') || URL.canParse(text)],
  ['email', isMail],
  ['hostname', isHostname],
  ['ipv4', (text: string) => !text.includes(':') && parseAddress(text) !== undefined],
  ['ipv6', (text: string) => isIPv6(text) && !text.includes('%')],
  ['cidr', (text: string) => cidrFaults('', text).length === 0],
  ['mac', isMac],
  ['uuid', (text: string) => ANY_UUID.test(text)],
  ['uuid3', (text: string) => UUID('3[0-9a-f]{3}-?[0-9a-f]{4}').test(text)],
  ['uuid4', (text: string) => UUID(`4[0-9a-f]{3}-?${VERSIONED}`).test(text)],
  ['uuid5', (text: string) => UUID(`5[0-9a-f]{3}-?${VERSIONED}`).test(text)],
  ['hexcolor', (text: string) => /^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)],
  ['ssn', (text: string) => /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text)],
  ['byte', (text: string) => text !== '' && base64Fault(text) === undefined],
  ['date', isDate],
  ['duration', isDuration],
  ['datetime', isDateTime],
]);

/**
 * `false` if a text breaks a format that custom resources are checked for. Formats that the API does not check hold
 * always; so do `bsonobjectid`, `isbn`, `creditcard`, `rgbcolor` and `password`.
 * Source: `supportedVersionedFormats` of apiextensions-apiserver.
 */
export function hasFormat(format: string, text: string): boolean {
  return FORMATS.get(format.replaceAll('-', ''))?.(text) ?? true;
}

/** Formats that the API knows without checking a value for them. */
const UNCHECKED = [
  'bsonobjectid',
  'isbn',
  'isbn10',
  'isbn13',
  'creditcard',
  'rgbcolor',
  'password',
  'k8sshortname',
  'k8slongname',
];

/** `false` for a format that the API has never heard of. Source: `supportedFormats` of apiextensions-apiserver. */
export function isKnownFormat(format: string): boolean {
  const name = format.replaceAll('-', '');
  return FORMATS.has(name) || UNCHECKED.includes(name);
}
