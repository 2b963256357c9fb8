import { quoted } from '../kinds/faults/go-value.ts';
import type { PolicyRule } from './rules.ts';

const NONE: PolicyRule = {
  verbs: [],
  apiGroups: [],
  resources: [],
  resourceNames: [],
  nonResourceURLs: [],
};

/**
 * What `wanted` allows and `held` does not, in the words of the API, sorted; nothing if it is all there.
 * Source: `Covers` of component-helpers/auth/rbac/validation, `CompactRules` of registry/rbac/validation.
 */
export function missingRights(
  held: readonly PolicyRule[],
  wanted: readonly PolicyRule[],
): readonly string[] {
  const missing = wanted.flatMap(parted).filter((part) => !held.some((own) => covers(own, part)));
  return [...new Set(joinedByVerb(missing).map(words))].toSorted();
}

/** A rule as rules of one verb, resource and name each, or one verb and path. */
function parted(rule: PolicyRule): readonly PolicyRule[] {
  const names = rule.resourceNames.length > 0 ? rule.resourceNames.map((name) => [name]) : [[]];
  const onResources = rule.apiGroups.flatMap((group) =>
    rule.resources.flatMap((resource) =>
      rule.verbs.flatMap((verb) =>
        names.map((resourceNames) => ({
          ...NONE,
          apiGroups: [group],
          resources: [resource],
          verbs: [verb],
          resourceNames,
        })),
      ),
    ),
  );
  const onPaths = rule.nonResourceURLs.flatMap((url) =>
    rule.verbs.map((verb) => ({ ...NONE, nonResourceURLs: [url], verbs: [verb] })),
  );
  return [...onResources, ...onPaths];
}

function covers(own: PolicyRule, part: PolicyRule): boolean {
  const named = own.resourceNames.length > 0;
  return (
    hasAll(own.verbs, part.verbs) &&
    hasAll(own.apiGroups, part.apiGroups) &&
    part.resources.every((resource) => coversResource(own.resources, resource)) &&
    part.nonResourceURLs.every((url) => own.nonResourceURLs.some((path) => coversUrl(path, url))) &&
    (!named ||
      (part.resourceNames.length > 0 &&
        part.resourceNames.every((name) => own.resourceNames.includes(name))))
  );
}

function hasAll(set: readonly string[], wanted: readonly string[]): boolean {
  return set.includes('*') || wanted.every((one) => set.includes(one));
}

function coversResource(set: readonly string[], resource: string): boolean {
  if (set.includes('*') || set.includes(resource)) return true;
  const slash = resource.indexOf('/');
  return slash >= 0 && set.includes(`*${resource.slice(slash)}`);
}

function coversUrl(path: string, url: string): boolean {
  if (path === url) return true;
  return path.endsWith('*') && url.startsWith(path.replace(/\*+$/, ''));
}

/** Rules on the same resource that differ by verb, as one. */
function joinedByVerb(parts: readonly PolicyRule[]): readonly PolicyRule[] {
  const keyOf = ({ verbs: _verbs, ...rest }: PolicyRule) => JSON.stringify(rest);
  const onPaths = parts.filter(({ nonResourceURLs }) => nonResourceURLs.length > 0);
  const onResources = parts.filter(({ nonResourceURLs }) => nonResourceURLs.length === 0);
  const joined = [...Map.groupBy(onResources, keyOf).values()].flatMap(([first, ...rest]) =>
    first === undefined
      ? []
      : [{ ...first, verbs: [first, ...rest].flatMap(({ verbs }) => verbs) }],
  );
  return [...onPaths, ...joined];
}

/** A rule as messages print it. Source: `CompactString` of apis/rbac/v1. */
function words(rule: PolicyRule): string {
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['APIGroups', rule.apiGroups],
    ['Resources', rule.resources],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['ResourceNames', rule.resourceNames],
    ['Verbs', rule.verbs],
  ];
  const told = parts.filter(([, values]) => values.length > 0);
  return `{${told.map(([name, values]) => `${name}:${goStrings(values)}`).join(', ')}}`;
}

/** A list of strings as Go's `%q` verb prints it. */
export function goStrings(values: readonly string[]): string {
  return `[${values.map(quoted).join(' ')}]`;
}
