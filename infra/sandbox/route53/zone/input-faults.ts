import { zoneLimits } from './limits.ts';
import { recordTypes, type ZoneChange, type ZoneRecordSet } from './record-set.ts';

const policyFields: Readonly<Record<string, (set: ZoneRecordSet) => unknown>> = {
  Weight: (set) => set.weight,
  Region: (set) => set.region,
  Failover: (set) => set.failover,
  GeoLocation: (set) => set.geoLocation,
  GeoProximityLocation: (set) => set.geoProximityLocation,
  MultiValueAnswer: (set) => set.multiValueAnswer,
  CidrRoutingConfig: (set) => set.cidrRoutingConfig,
};

const describe = ({ action, recordSet }: ZoneChange): string =>
  `[Action=${action}, Name=${recordSet.name}, Type=${recordSet.type}, SetIdentifier=${recordSet.setIdentifier ?? 'null'}]`;

const contentFault = (change: ZoneChange): string | undefined => {
  const { aliasTarget, ttlSeconds, values, trafficPolicyInstanceId } = change.recordSet;
  const plain = ttlSeconds !== undefined || values.length > 0;
  const complete = ttlSeconds !== undefined && values.length > 0;
  const held = trafficPolicyInstanceId !== undefined;
  const expected =
    'Expected exactly one of [AliasTarget, all of [TTL, and ResourceRecords], or TrafficPolicyInstanceId], but found';
  if (aliasTarget !== undefined && plain) {
    return `${expected} more than one in Change with ${describe(change)}`;
  }
  if (aliasTarget === undefined && !complete && !held) {
    return `${expected} none in Change with ${describe(change)}`;
  }
  return undefined;
};

const policyFault = (change: ZoneChange): string | undefined => {
  const names = Object.keys(policyFields);
  const found = names.filter((name) => policyFields[name]?.(change.recordSet) !== undefined);
  const identified = change.recordSet.setIdentifier !== undefined;
  if (found.length > 0 && !identified) {
    return `Missing field 'SetIdentifier' in Change with ${describe(change)}`;
  }
  if (found.length > 1 || (identified && found.length === 0)) {
    const amount = found.length > 1 ? 'more than one' : 'none';
    return `Expected exactly one of [${names.join(', ')}], but found ${amount} in Change with ${describe(change)}`;
  }
  return undefined;
};

type Violation = {
  readonly value: string | number;
  readonly field: string;
  readonly rule: string;
};

const lengthRule = (limit: number): string =>
  `Member must have length less than or equal to ${limit}`;

const ttlViolations = (ttl: number | undefined): readonly Violation[] => {
  const { maxTtlSeconds } = zoneLimits;
  if (ttl === undefined || (ttl >= 0 && ttl <= maxTtlSeconds)) return [];
  const bound = ttl < 0 ? 'greater than or equal to 0' : `less than or equal to ${maxTtlSeconds}`;
  return [{ value: ttl, field: 'tTL', rule: `Member must have value ${bound}` }];
};

const valueViolations = (values: readonly string[]): readonly Violation[] =>
  values.flatMap((value, index) =>
    value.length <= zoneLimits.charactersPerValue
      ? []
      : [
          {
            value,
            field: `resourceRecords.${index + 1}.member.value`,
            rule: lengthRule(zoneLimits.charactersPerValue),
          },
        ],
  );

const violations = (set: ZoneRecordSet): readonly Violation[] => {
  const found: Violation[] = [...ttlViolations(set.ttlSeconds), ...valueViolations(set.values)];
  const { maxNameCharacters, maxSetIdentifierCharacters } = zoneLimits;
  const identifier = set.setIdentifier ?? '';
  if (set.name.length > maxNameCharacters) {
    found.push({ value: set.name, field: 'name', rule: lengthRule(maxNameCharacters) });
  }
  if (!recordTypes.includes(set.type)) {
    const rule = `Member must satisfy enum value set: [${recordTypes.join(', ')}]`;
    found.push({ value: set.type, field: 'type', rule });
  }
  if (identifier.length > maxSetIdentifierCharacters) {
    const rule = lengthRule(maxSetIdentifierCharacters);
    found.push({ value: identifier, field: 'setIdentifier', rule });
  }
  if (set.weight !== undefined && (set.weight < 0 || set.weight > 255)) {
    const bound = set.weight < 0 ? 'greater than or equal to 0' : 'less than or equal to 255';
    found.push({ value: set.weight, field: 'weight', rule: `Member must have value ${bound}` });
  }
  return found;
};

const schemaFault = (changes: readonly ZoneChange[]): string | undefined => {
  const found = changes.flatMap((change, index) =>
    violations(change.recordSet).map(
      ({ value, field, rule }) =>
        `Value '${value}' at 'changeBatch.changes.${index + 1}.member.resourceRecordSet.${field}' failed to satisfy constraint: ${rule}`,
    ),
  );
  if (found.length === 0) return undefined;
  const noun = found.length === 1 ? 'error' : 'errors';
  return `${found.length} validation ${noun} detected: ${found.join('; ')}`;
};

/**
 * The text of an `InvalidInput` answer to a batch whose form is wrong, or nothing: fields that
 * exclude or need each other, numbers and lengths out of range (API_ChangeResourceRecordSets).
 */
export const inputFault = (changes: readonly ZoneChange[]): string | undefined => {
  const schema = schemaFault(changes);
  if (schema !== undefined) return schema;
  for (const change of changes) {
    const fault = contentFault(change) ?? policyFault(change);
    if (fault !== undefined) return `Invalid request: ${fault}`;
  }
  return undefined;
};
