import type DNS from 'dns2';
import { Packet } from 'dns2';
import { parseCharacterStrings } from '../route53/zone/character-strings.ts';
import { formatName, parseName } from '../route53/zone/names.ts';
import { wireName } from './zone-index.ts';

/** The fields of a resource record that depend on its type. */
export type RecordData = Partial<DNS.Packet.Resource>;

/** Type numbers of the records that this server can write (IANA DNS parameters). */
export const typeNumbers: Readonly<Record<string, number>> = {
  A: Packet.TYPE.A,
  NS: Packet.TYPE.NS,
  CNAME: Packet.TYPE.CNAME,
  SOA: Packet.TYPE.SOA,
  PTR: Packet.TYPE.PTR,
  MX: Packet.TYPE.MX,
  TXT: Packet.TYPE.TXT,
  AAAA: Packet.TYPE.AAAA,
  SRV: Packet.TYPE.SRV,
  SPF: Packet.TYPE.SPF,
  CAA: Packet.TYPE.CAA,
};

/** Type numbers of the other records that Route 53 holds; this server can't write them. */
export const unwritableTypeNumbers: Readonly<Record<string, number>> = {
  NAPTR: 35,
  DS: 43,
  SSHFP: 44,
  TLSA: 52,
  SVCB: 64,
  HTTPS: 65,
};

/** A host name in a value as a wire name; '' for one that has none. */
export const valueName = (value: string): string => {
  const parsed = parseName(value);
  return parsed.kind === 'name' ? (wireName(formatName(parsed.name)) ?? '') : '';
};

const textData = (value: string): RecordData => {
  const parsed = parseCharacterStrings(value);
  const octets =
    parsed.kind === 'strings' ? parsed.strings.map((text) => Buffer.from(text, 'latin1')) : [];
  // The encoder takes buffers as they are and would write text as UTF-8; its types lack that case.
  return { data: octets as unknown as string[] };
};

const soaData = (parts: readonly string[]): RecordData => {
  const [primary = '', admin = '', ...numbers] = parts;
  const [serial = 0, refresh = 0, retry = 0, expiration = 0, minimum = 0] = numbers.map(Number);
  return {
    primary: valueName(primary),
    admin: valueName(admin),
    serial,
    refresh,
    retry,
    expiration,
    minimum,
  };
};

const caaData = (value: string): RecordData => {
  const match = /^(\d+)\s+(\S+)\s+"(.*)"$/.exec(value);
  return { flags: Number(match?.[1] ?? 0), tag: match?.[2] ?? '', value: match?.[3] ?? '' };
};

/** The record data of a Route 53 value in this server's types, or nothing for another type. */
export const recordData = (type: string, value: string): RecordData | undefined => {
  const parts = value.trim().split(/\s+/);
  const [first = '', second = '', third = '', fourth = ''] = parts;
  switch (type) {
    case 'A':
    case 'AAAA':
      return { address: value };
    case 'CNAME':
    case 'PTR':
      return { domain: valueName(value) };
    case 'NS':
      return { ns: valueName(value) };
    case 'TXT':
    case 'SPF':
      return textData(value);
    case 'SOA':
      return soaData(parts);
    case 'MX':
      return { priority: Number(first), exchange: valueName(second) };
    case 'SRV':
      return {
        priority: Number(first),
        weight: Number(second),
        port: Number(third),
        target: valueName(fourth),
      };
    case 'CAA':
      return caaData(value);
    default:
      return undefined;
  }
};
