import type { ZoneRecordSet } from '../route53/zone/record-set.ts';
import { chooseSets } from './choose-sets.ts';
import { type RecordData, recordData, typeNumbers, valueName } from './record-data.ts';
import { closestZone, findNode, wireName, type ZoneIndex, type ZoneNode } from './zone-index.ts';

/** One resource record of an answer. */
export type AnswerRecord = {
  readonly name: string;
  readonly type: string;
  readonly ttlSeconds: number;
  readonly data: RecordData;
};

/** What a lookup found, ready to be written. */
export type Answer = {
  readonly rcode: 'NOERROR' | 'NXDOMAIN' | 'REFUSED' | 'NOTIMP';
  readonly authoritative: boolean;
  readonly answers: readonly AnswerRecord[];
  readonly authorities: readonly AnswerRecord[];
  readonly additionals: readonly AnswerRecord[];
};

const maxChain = 16;
const maxAliasDepth = 8;

const recordsOf = (name: string, set: ZoneRecordSet): readonly AnswerRecord[] =>
  set.values.flatMap((value) => {
    const data = recordData(set.type, value);
    return data === undefined
      ? []
      : [{ name, type: set.type, ttlSeconds: set.ttlSeconds ?? 0, data }];
  });

/** The SOA of a zone as a negative answer carries it (RFC 2308 3). */
const negativeSoa = (zone: ZoneIndex): readonly AnswerRecord[] => {
  const set = zone.names.get(zone.apex)?.find((candidate) => candidate.type === 'SOA');
  if (set === undefined) return [];
  return recordsOf(zone.apex, set).map((record) => ({
    ...record,
    ttlSeconds: Math.min(record.ttlSeconds, record.data.minimum ?? record.ttlSeconds),
  }));
};

const glueOf = (zone: ZoneIndex, set: ZoneRecordSet): readonly AnswerRecord[] =>
  set.values.map(valueName).flatMap((host) => {
    const sets = zone.names.get(host) ?? [];
    return sets
      .filter((candidate) => candidate.type === 'A' || candidate.type === 'AAAA')
      .flatMap((candidate) => recordsOf(host, candidate));
  });

const referral = (zone: ZoneIndex, node: Extract<ZoneNode, { kind: 'delegated' }>): Answer => ({
  rcode: 'NOERROR',
  authoritative: false,
  answers: [],
  authorities: recordsOf(node.cut, node.set),
  additionals: glueOf(zone, node.set),
});

const positive = (answers: readonly AnswerRecord[]): Answer => ({
  rcode: 'NOERROR',
  authoritative: true,
  answers,
  authorities: [],
  additionals: [],
});

const negative = (zone: ZoneIndex, rcode: 'NOERROR' | 'NXDOMAIN'): Answer => ({
  rcode,
  authoritative: true,
  answers: [],
  authorities: negativeSoa(zone),
  additionals: [],
});

const outside = (rcode: 'REFUSED' | 'NOTIMP'): Answer => ({
  rcode,
  authoritative: false,
  answers: [],
  authorities: [],
  additionals: [],
});

/** The sets that answer a type at a node; ANY gives one type only (RFC 8482 4.1). */
const setsOfType = (sets: readonly ZoneRecordSet[], type: string): readonly ZoneRecordSet[] => {
  const wanted = type === 'ANY' ? sets[0]?.type : type;
  return chooseSets(sets.filter((set) => set.type === wanted));
};

/** The records that an alias stands for, under the alias' own name; none if there is no target. */
const aliasRecords = (
  zones: readonly ZoneIndex[],
  owner: string,
  set: ZoneRecordSet,
  depth: number,
): readonly AnswerRecord[] => {
  const target = wireName(set.aliasTarget?.dnsName ?? '');
  if (target === undefined || depth >= maxAliasDepth) return [];
  return lookupAt(zones, { name: target, type: set.type }, depth + 1)
    .answers.filter((record) => record.type === set.type)
    .map((record) => ({ ...record, name: owner }));
};

/** A name (wire form, any case) and a type by name, `ANY` included. */
export type Query = { readonly name: string; readonly type: string };

type Step =
  | { readonly kind: 'end'; readonly answer: Answer }
  | { readonly kind: 'link'; readonly record: AnswerRecord };

const end = (answer: Answer): Step => ({ kind: 'end', answer });

const stepInto = (zones: readonly ZoneIndex[], query: Query, depth: number): Step => {
  const { name, type } = query;
  const zone = closestZone(zones, name);
  if (zone === undefined) return end(outside('REFUSED'));
  const node = findNode(zone, name);
  if (node.kind === 'delegated') return end(referral(zone, node));
  if (node.kind === 'missing') return end(negative(zone, 'NXDOMAIN'));
  const found = setsOfType(node.sets, type);
  if (found.some((set) => typeNumbers[set.type] === undefined)) return end(outside('NOTIMP'));
  const records = found.flatMap((set) =>
    set.aliasTarget === undefined ? recordsOf(name, set) : aliasRecords(zones, name, set, depth),
  );
  if (records.length > 0) return end(positive(records));
  const [cname] = chooseSets(node.sets.filter((set) => set.type === 'CNAME'));
  const [record] = cname === undefined ? [] : recordsOf(name, cname);
  return record === undefined ? end(negative(zone, 'NOERROR')) : { kind: 'link', record };
};

const behindChain = (chain: readonly AnswerRecord[], answer: Answer): Answer => {
  if (chain.length === 0) return answer;
  if (answer.rcode === 'REFUSED') return positive(chain);
  return { ...answer, authoritative: true, answers: [...chain, ...answer.answers] };
};

const lookupAt = (zones: readonly ZoneIndex[], query: Query, depth: number): Answer => {
  const chain: AnswerRecord[] = [];
  const seen = new Set<string>();
  let name = query.name;
  while (seen.size < maxChain && !seen.has(name)) {
    seen.add(name);
    const step = stepInto(zones, { name, type: query.type }, depth);
    if (step.kind === 'end') return behindChain(chain, step.answer);
    chain.push(step.record);
    name = step.record.data.domain ?? '';
  }
  return positive(chain);
};

/**
 * Looks a query up in the zones of this server: aliases resolved, CNAMEs followed as far as the
 * zones reach (at most 16 links, a loop ends where it closes), wildcards, delegations, negative
 * answers with the zone's SOA; REFUSED for a name in no zone (RFC 1034 4.3.2, 2308, 4592, 6604).
 */
export const lookup = (zones: readonly ZoneIndex[], query: Query): Answer =>
  lookupAt(zones, query, 0);
