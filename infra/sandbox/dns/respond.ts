import type DNS from 'dns2';
import { Packet } from 'dns2';
import { foldCase } from '../route53/zone/names.ts';
import { type AnswerRecord, lookup } from './lookup.ts';
import { typeNumbers, unwritableTypeNumbers } from './record-data.ts';
import { type DnsZone, indexZone } from './zone-index.ts';

const udpPayloadSize = 1232;
const queryOpcode = 0;
const transferTypes: readonly number[] = [251, Packet.TYPE.AXFR];

const typeNames: ReadonlyMap<number, string> = new Map(
  Object.entries({ ...typeNumbers, ...unwritableTypeNumbers, ANY: Packet.TYPE.ANY }).map(
    ([name, number]) => [number, name],
  ),
);

const typeName = (number: number): string => typeNames.get(number) ?? `TYPE${number}`;

const optOf = (request: DNS.Packet): DNS.Packet.Resource | undefined =>
  request.additionals.find((record) => record.type === Packet.TYPE.EDNS);

const answerTo = (request: DNS.Packet, rcode: number): DNS.Packet => {
  const response = new Packet(
    new Packet.Header({
      id: request.header.id,
      qr: 1,
      opcode: request.header.opcode,
      rd: request.header.rd,
      rcode,
    }),
  );
  response.questions = request.questions.slice(0, 1);
  const opt = optOf(request);
  if (opt !== undefined) response.additionals = [Packet.Resource.EDNS([], { udpPayloadSize })];
  return response;
};

/** What makes a request unanswerable before any zone is looked at, as a response code. */
const faultOf = (request: DNS.Packet): number | undefined => {
  const { RCODE, CLASS } = Packet;
  const [question] = request.questions;
  if (request.header.opcode !== queryOpcode) return RCODE.NOTIMP;
  if (request.errors.length > 0 || request.questions.length !== 1) return RCODE.FORMERR;
  if (question === undefined) return RCODE.FORMERR;
  if ((optOf(request)?.version ?? 0) > 0) return RCODE.BADVERS;
  if (transferTypes.includes(question.type)) return RCODE.REFUSED;
  return question.class === CLASS.IN || question.class === CLASS.ANY ? undefined : RCODE.REFUSED;
};

const resources = (
  records: readonly AnswerRecord[],
  asked: { readonly name: string; readonly folded: string },
): DNS.Packet.Resource[] =>
  records.map(
    ({ name, type, ttlSeconds, data }) =>
      new Packet.Resource({
        ...data,
        name: name === asked.folded ? asked.name : name,
        type: typeNumbers[type] ?? 0,
        class: Packet.CLASS.IN,
        ttl: ttlSeconds,
      }),
  );

/**
 * Answers one request from the zones: authoritative, never recursive, the name in the case that
 * it was asked in. Gives nothing for a message that is itself a response.
 */
export const respond = (request: DNS.Packet, zones: readonly DnsZone[]): DNS.Packet | undefined => {
  if (request.header.qr === 1) return undefined;
  const fault = faultOf(request);
  const [question] = request.questions;
  if (fault !== undefined || question === undefined) {
    return answerTo(request, fault ?? Packet.RCODE.FORMERR);
  }
  const asked = { name: question.name, folded: foldCase(question.name) };
  const query = { name: asked.folded, type: typeName(question.type) };
  const answer = lookup(zones.map(indexZone), query);
  const response = answerTo(request, Packet.RCODE[answer.rcode]);
  response.header.aa = answer.authoritative ? 1 : 0;
  response.answers = resources(answer.answers, asked);
  response.authorities = resources(answer.authorities, asked);
  response.additionals.push(...resources(answer.additionals, asked));
  return response;
};

/** The most octets of a UDP answer: what the request offers by EDNS, else 512 (RFC 6891 6.2.3). */
export const udpBudget = (request: DNS.Packet): number => {
  const offered = optOf(request)?.class ?? 512;
  return Math.min(Math.max(offered, 512), 65_507);
};

/** A response as octets; one larger than `maxBytes` becomes a truncated one without records. */
export const encodeResponse = (response: DNS.Packet, maxBytes: number): Buffer => {
  const whole = response.toBuffer();
  if (whole.length <= maxBytes) return whole;
  const short = new Packet(new Packet.Header({ ...response.header, tc: 1 }));
  short.questions = response.questions;
  short.additionals = response.additionals.filter((record) => record.type === Packet.TYPE.EDNS);
  return short.toBuffer();
};

/** A SERVFAIL for a request that could not be answered. */
export const failureFor = (request: DNS.Packet): DNS.Packet =>
  answerTo(request, Packet.RCODE.SERVFAIL);
