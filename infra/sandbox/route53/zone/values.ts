import { isIPv4, isIPv6 } from 'node:net';
import { parseCharacterStrings } from './character-strings.ts';
import { formatName, parseName } from './names.ts';

/** Code and reason of a value that the service refuses. */
type ValueFault = { readonly code: string; readonly reason: string };

type ValueCheck = (value: string) => ValueFault | string | undefined;

const singleField = (type: string, value: string): ValueFault | undefined =>
  /\s/.test(value)
    ? { code: `${type}RRDATANotSingleField`, reason: 'Value contains spaces' }
    : undefined;

const address =
  (type: 'A' | 'AAAA', family: 4 | 6, accepts: (text: string) => boolean): ValueCheck =>
  (value) =>
    singleField(type, value) ??
    (accepts(value)
      ? undefined
      : {
          code: `${type}RRDATAIllegalIPv${family}Address`,
          reason: `Value is not a valid IPv${family} address`,
        });

const hostName: ValueCheck = (value) => {
  const parsed = parseName(value);
  return parsed.kind === 'fault' ? parsed.message : undefined;
};

const text: ValueCheck = (value) => {
  const parsed = parseCharacterStrings(value);
  return parsed.kind === 'fault' ? { code: parsed.code, reason: parsed.reason } : undefined;
};

const port = '(\\d{1,5})';
const byte = '(\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])';
const hex = '[0-9A-Fa-f]+';

/** Values of several fields; with `host` the last one is a host name, or `.` for none. */
const fields =
  (type: string, pattern: RegExp, host: boolean): ValueCheck =>
  (value) => {
    const match = pattern.exec(value);
    const shape = { code: `${type}RRDATAInvalid`, reason: `Value is not a valid ${type} value` };
    if (match === null) return shape;
    const numbers = match.slice(1).filter((part) => part !== undefined);
    if (numbers.some((number) => /^\d+$/.test(number) && Number(number) > 65_535)) return shape;
    const last = value.split(/\s+/).at(-1) ?? '';
    return host && last !== '.' ? hostName(last) : undefined;
  };

const soa: ValueCheck = (value) => {
  const parts = value.split(/\s+/);
  const numbers = parts.slice(2);
  const ok = parts.length === 7 && numbers.every((part) => /^\d{1,10}$/.test(part));
  if (!ok) return { code: 'SOARRDATANotSevenFields', reason: 'Value is not a valid SOA value' };
  return hostName(parts[0] ?? '') ?? hostName(parts[1] ?? '');
};

const checks: Readonly<Record<string, ValueCheck>> = {
  A: address('A', 4, isIPv4),
  AAAA: address('AAAA', 6, (value) => isIPv6(value) && !value.includes('%')),
  CNAME: hostName,
  NS: hostName,
  PTR: hostName,
  TXT: text,
  SPF: text,
  SOA: soa,
  MX: fields('MX', new RegExp(`^${port}\\s+\\S+$`), true),
  SRV: fields('SRV', new RegExp(`^${port}\\s+${port}\\s+${port}\\s+\\S+$`), true),
  CAA: fields('CAA', new RegExp(`^${byte}\\s+[a-zA-Z0-9]+\\s+"[^"]*"$`), false),
  DS: fields('DS', new RegExp(`^${port}\\s+${byte}\\s+${byte}\\s+${hex}$`), false),
  TLSA: fields('TLSA', new RegExp(`^${byte}\\s+${byte}\\s+${byte}\\s+${hex}$`), false),
  SSHFP: fields('SSHFP', new RegExp(`^${byte}\\s+${byte}\\s+${hex}$`), false),
  NAPTR: fields(
    'NAPTR',
    new RegExp(`^${port}\\s+${port}\\s+"[^"]*"\\s+"[^"]*"\\s+"[^"]*"\\s+\\S+$`),
    false,
  ),
  SVCB: fields('SVCB', new RegExp(`^${port}\\s+\\S+(\\s+\\S+)*$`), false),
  HTTPS: fields('HTTPS', new RegExp(`^${port}\\s+\\S+(\\s+\\S+)*$`), false),
};

/** The service's text for a value that its type refuses, or nothing (spec aws.md 1, case R23). */
export const valueFault = (type: string, value: string): string | undefined => {
  const fault = checks[type]?.(value);
  if (fault === undefined) return undefined;
  const problem =
    typeof fault === 'string'
      ? fault
      : `FATAL problem: ${fault.code} (${fault.reason}) encountered with '${value}'`;
  return `Invalid Resource Record: '${problem}'`;
};

const canonicalIPv6 = (value: string): string =>
  isIPv6(value) && !value.includes('%') ? new URL(`http://[${value}]/`).hostname : value;

/** A value in the form in which two spellings of one record are equal (case R14). */
export const comparableValue = (type: string, value: string): string => {
  if (type === 'AAAA') return canonicalIPv6(value);
  if (type === 'TXT' || type === 'SPF') return value.trim();
  const folded = value.trim().toLowerCase().replace(/\s+/g, ' ');
  if (type !== 'CNAME' && type !== 'NS' && type !== 'PTR') return folded.replace(/\.$/, '');
  const parsed = parseName(value);
  return parsed.kind === 'name' ? formatName(parsed.name) : folded;
};
