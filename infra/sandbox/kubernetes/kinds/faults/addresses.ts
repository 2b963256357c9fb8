import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { FieldError } from '../../resource.ts';
import { invalid } from './fault.ts';

/** An IP address as Go's lenient parser understands it: `family` as Services name it, `text` in canonical form. */
export type Address = { readonly family: 'IPv4' | 'IPv6'; readonly text: string };

const BAD_IP = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
const BAD_CIDR = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

function parseV4(text: string): string | undefined {
  const octets = text.split('.');
  const valid =
    octets.length === 4 && octets.every((octet) => /^\d+$/.test(octet) && Number(octet) <= 255);
  return valid ? octets.map(Number).join('.') : undefined;
}

function parseV6(text: string): Address | undefined {
  if (!isIPv6(text) || text.includes('%')) return undefined;
  const parsed = ipaddr.IPv6.parse(text);
  return parsed.isIPv4MappedAddress()
    ? { family: 'IPv4', text: parsed.toIPv4Address().toString() }
    : { family: 'IPv6', text: parsed.toRFC5952String() };
}

/**
 * Parses an address as the API does where it is lenient: leading zeros count as decimal, IPv4-mapped IPv6 is IPv4.
 * Source: `netutils.ParseIPSloppy`.
 */
export function parseAddress(text: string): Address | undefined {
  if (text.includes(':')) return parseV6(text);
  const v4 = parseV4(text);
  return v4 === undefined ? undefined : { family: 'IPv4', text: v4 };
}

/** `true` for an address that the API takes for IPv6. Source: `netutils.IsIPv6String`. */
export function isV6(text: string): boolean {
  return parseAddress(text)?.family === 'IPv6';
}

/** Faults of an address field, none if the old object already had the value. Source: `validation.IsValidIPForLegacyField`. */
export function addressFaults(
  field: string,
  value: string,
  known: readonly string[] = [],
): readonly FieldError[] {
  if (known.includes(value) || parseAddress(value) !== undefined) return [];
  return [invalid(field, value, BAD_IP)];
}

/** Faults of an address that must also be in canonical form. Source: `validation.IsValidIP`. */
export function strictAddressFaults(field: string, value: string): readonly FieldError[] {
  const address = parseAddress(value);
  if (address === undefined) return [invalid(field, value, BAD_IP)];
  if (value.includes(':') && address.family === 'IPv4') {
    return [invalid(field, value, 'must not be an IPv4-mapped IPv6 address')];
  }
  if (value.split('.').some((octet) => /^0\d/.test(octet))) {
    return [invalid(field, value, 'must not have leading 0s')];
  }
  if (value === address.text) return [];
  return [invalid(field, value, `must be in canonical form ("${address.text}")`)];
}

/** Faults of a CIDR field, none if the old object already had the value. Source: `validation.IsValidCIDRForLegacyField`. */
export function cidrFaults(
  field: string,
  value: string,
  known: readonly string[] = [],
): readonly FieldError[] {
  return known.includes(value) || isCidr(value) ? [] : [invalid(field, value, BAD_CIDR)];
}

function isCidr(value: string): boolean {
  const slash = value.indexOf('/');
  const address = value.slice(0, Math.max(slash, 0));
  const bits = value.slice(slash + 1);
  if (slash < 0 || !/^\d+$/.test(bits) || parseAddress(address) === undefined) return false;
  return Number(bits) <= (address.includes(':') ? 128 : 32);
}

const UNUSABLE: readonly (readonly [string, (text: string) => string])[] = [
  ['unspecified', (text) => `may not be unspecified (${text})`],
  ['loopback', () => 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  ['linkLocal', () => 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
  [
    'linkLocalMulticast',
    () => 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
  ],
];

function rangeOf({ family, text }: Address): string {
  if (text === '0.0.0.0') return 'unspecified';
  if (family === 'IPv4') return text.startsWith('224.0.0.') ? 'linkLocalMulticast' : v4Range(text);
  const parsed = ipaddr.IPv6.parse(text);
  const [head = 0] = parsed.parts;
  // ff02::/16 by its own nibble: the mask of Go's test is the scope, not the ten bits of the message.
  return (head & 0xff0f) === 0xff02 ? 'linkLocalMulticast' : parsed.range();
}

function v4Range(text: string): string {
  if (text.startsWith('127.')) return 'loopback';
  return text.startsWith('169.254.') ? 'linkLocal' : 'other';
}

/** Faults of an address that traffic is to be sent to. Source: `ValidateEndpointIP` of core validation. */
export function endpointAddressFaults(field: string, value: string): readonly FieldError[] {
  const address = parseAddress(value);
  if (address === undefined) return [invalid(field, value, 'must be a valid IP address')];
  const range = rangeOf(address);
  return UNUSABLE.filter(([name]) => name === range).map(([, text]) =>
    invalid(field, value, text(value)),
  );
}
