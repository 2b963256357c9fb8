import { type Bag, textsOf } from '../kinds/object/json-access.ts';
import type { Attributes } from './attributes.ts';

/** One rule of a role. Source: `rbac.authorization.k8s.io/v1` PolicyRule. */
export type PolicyRule = {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly nonResourceURLs: readonly string[];
};

/** Reads a stored rule; what is absent is empty. */
export function ruleOf(rule: Bag): PolicyRule {
  return {
    verbs: textsOf(rule['verbs']),
    apiGroups: textsOf(rule['apiGroups']),
    resources: textsOf(rule['resources']),
    resourceNames: textsOf(rule['resourceNames']),
    nonResourceURLs: textsOf(rule['nonResourceURLs']),
  };
}

/** Tells whether a rule lets a request through. Source: `RuleAllows` of the RBAC authorizer. */
export function ruleAllows(rule: PolicyRule, request: Attributes): boolean {
  if (!hasOrAll(rule.verbs, request.verb)) return false;
  if (request.kind === 'path') {
    return rule.nonResourceURLs.some((pattern) => matchesPath(pattern, request.path));
  }
  const { group, resource, subresource, name } = request;
  return (
    hasOrAll(rule.apiGroups, group) &&
    matchesResource(rule.resources, resource, subresource) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(name))
  );
}

function hasOrAll(values: readonly string[], wanted: string): boolean {
  return values.includes('*') || values.includes(wanted);
}

function matchesResource(
  patterns: readonly string[],
  resource: string,
  subresource: string,
): boolean {
  if (subresource === '') return hasOrAll(patterns, resource);
  return hasOrAll(patterns, `${resource}/${subresource}`) || patterns.includes(`*/${subresource}`);
}

/** `*`, a whole path, or the start of one before a `*`. Source: `NonResourceURLMatches` of rbac/v1. */
export function matchesPath(pattern: string, path: string): boolean {
  if (pattern === '*' || pattern === path) return true;
  return pattern.endsWith('*') && path.startsWith(pattern.replace(/\*+$/, ''));
}
