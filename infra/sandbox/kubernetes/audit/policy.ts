import { parse } from 'yaml';
import type { Attributes } from '../access/attributes.ts';
import { matchesPath } from '../access/rules.ts';
import type { User } from '../access/user.ts';
import { type Bag, bagOf, bagsOf, textOf, textsOf } from '../kinds/object/json-access.ts';

const LEVELS = ['None', 'Metadata', 'Request', 'RequestResponse'] as const;
const STAGES = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const;

/** How much of a request its audit events tell. Source: `audit.k8s.io/v1` Level. */
export type AuditLevel = (typeof LEVELS)[number];

/** A moment of a request that has an event of its own. Source: `audit.k8s.io/v1` Stage. */
export type AuditStage = (typeof STAGES)[number];

type ResourceRule = {
  readonly group: string;
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
};

type PolicyRule = {
  readonly level: AuditLevel;
  readonly omitStages: readonly AuditStage[];
  readonly omitManagedFields: boolean;
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly verbs: readonly string[];
  readonly namespaces: readonly string[];
  readonly resources: readonly ResourceRule[];
  readonly nonResourceURLs: readonly string[];
};

/** What to log of which requests. Source: `audit.k8s.io/v1` Policy. */
export type AuditPolicy = { readonly rules: readonly PolicyRule[] };

/** What a policy says of one request. */
export type AuditConfig = Pick<PolicyRule, 'level' | 'omitStages' | 'omitManagedFields'>;

/** A request that no rule matches is not logged. */
const UNMATCHED: AuditConfig = { level: 'None', omitStages: [], omitManagedFields: false };

/**
 * Reads a policy file. Throws an error that names what the API server would refuse to start with.
 * Source: `LoadPolicyFromFile` and `ValidatePolicy` of apiserver.
 */
export function parsePolicy(source: string): AuditPolicy {
  const policy = bagOf(parse(source));
  if (policy['apiVersion'] !== 'audit.k8s.io/v1' || policy['kind'] !== 'Policy') {
    throw new Error('Cannot read the audit policy: it is no Policy of audit.k8s.io/v1');
  }
  const rules = bagsOf(policy['rules']);
  if (rules.length === 0) throw new Error('Cannot read the audit policy: it has no rules');
  return { rules: rules.map((rule, index) => ruleOf(rule, policy, `rules[${index}]`)) };
}

function ruleOf(rule: Bag, policy: Bag, field: string): PolicyRule {
  const nonResourceURLs = textsOf(rule['nonResourceURLs']);
  const resources = bagsOf(rule['resources']).map(resourceRuleOf);
  const namespaces = textsOf(rule['namespaces']);
  if (nonResourceURLs.length > 0 && resources.length + namespaces.length > 0) {
    throw fault(field, 'it applies to both regular resources and non-resource URLs');
  }
  const stages = [...textsOf(policy['omitStages']), ...textsOf(rule['omitStages'])];
  return {
    level: oneOf(LEVELS, textOf(rule['level']) ?? '', `${field}.level`),
    omitStages: stages.map((stage) => oneOf(STAGES, stage, `${field}.omitStages`)),
    omitManagedFields: (rule['omitManagedFields'] ?? policy['omitManagedFields']) === true,
    users: textsOf(rule['users']),
    userGroups: textsOf(rule['userGroups']),
    verbs: textsOf(rule['verbs']),
    namespaces,
    resources,
    nonResourceURLs,
  };
}

function resourceRuleOf(rule: Bag): ResourceRule {
  return {
    group: textOf(rule['group']) ?? '',
    resources: textsOf(rule['resources']),
    resourceNames: textsOf(rule['resourceNames']),
  };
}

function oneOf<const Word extends string>(
  words: readonly Word[],
  found: string,
  field: string,
): Word {
  const word = words.find((one) => one === found);
  if (word === undefined) throw fault(field, `"${found}" is none of ${words.join(', ')}`);
  return word;
}

function fault(field: string, reason: string): Error {
  return new Error(`Cannot read the audit policy: ${field}: ${reason}`);
}

/** What the first rule that matches a request says. Source: `EvaluatePolicyRule` of apiserver. */
export function auditConfigOf(policy: AuditPolicy, user: User, request: Attributes): AuditConfig {
  return policy.rules.find((rule) => matches(rule, user, request)) ?? UNMATCHED;
}

function matches(rule: PolicyRule, user: User, request: Attributes): boolean {
  if (!anyOr(rule.users, [user.username]) || !anyOr(rule.userGroups, user.groups)) return false;
  if (!anyOr(rule.verbs, [request.verb])) return false;
  if (rule.namespaces.length > 0 || rule.resources.length > 0) {
    return request.kind === 'resource' && matchesResource(rule, request);
  }
  if (rule.nonResourceURLs.length === 0) return true;
  return (
    request.kind === 'path' &&
    rule.nonResourceURLs.some((pattern) => matchesPath(pattern, request.path))
  );
}

/** `true` where a rule names nothing, or one of what the request has. */
function anyOr(named: readonly string[], had: readonly string[]): boolean {
  return named.length === 0 || had.some((one) => named.includes(one));
}

type ResourceRequest = Extract<Attributes, { kind: 'resource' }>;

function matchesResource(rule: PolicyRule, request: ResourceRequest): boolean {
  if (!anyOr(rule.namespaces, [request.namespace])) return false;
  if (rule.resources.length === 0) return true;
  return rule.resources.some(
    ({ group, resources, resourceNames }) =>
      group === request.group &&
      (resources.length === 0 ||
        (anyOr(resourceNames, [request.name]) &&
          resources.some((pattern) => matchesPattern(pattern, request)))),
  );
}

function matchesPattern(pattern: string, { resource, subresource }: ResourceRequest): boolean {
  const target = subresource === '' ? resource : `${resource}/${subresource}`;
  if (pattern === '*' || pattern === target || pattern === `${resource}/*`) return true;
  return subresource !== '' && pattern === `*/${subresource}`;
}
