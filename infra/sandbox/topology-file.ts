import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { defaultTopology, hostName, type Topology } from './topology.ts';

const label = v.pipe(
  v.string('must be text'),
  v.regex(
    /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/,
    'must be a lower-case label: a letter, then letters, digits or hyphens, at most 63',
  ),
);
const domain = v.pipe(
  v.string('must be text'),
  v.regex(
    /^(?=.{1,200}$)([a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?\.)+[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/,
    'must be a lower-case domain name of two labels or more, without a trailing dot',
  ),
);

type Rule = readonly [broken: (items: readonly unknown[]) => boolean, fault: string];

/** A list with rules for it as a whole, which hold whatever is wrong with its items. */
const listOf = <const Item extends v.GenericSchema>(item: Item, rules: readonly Rule[]) =>
  v.pipe(
    v.array(item, 'must be a list'),
    v.rawCheck(({ dataset, addIssue }) => {
      const items: unknown = dataset.value;
      if (!Array.isArray(items)) return;
      for (const [broken, message] of rules) if (broken(items)) addIssue({ message });
    }),
  );

/** Whether two of the values that are text are the same. */
const hasTwins = (values: readonly unknown[]): boolean => {
  const texts = values.filter((value) => typeof value === 'string');
  return new Set(texts).size < texts.length;
};

const nameOf = (member: unknown): unknown =>
  typeof member === 'object' && member !== null && 'name' in member ? member.name : undefined;

const memberSchema = v.strictObject({
  name: v.pipe(
    label,
    v.check(
      (name) => name !== hostName,
      `must not be "${hostName}", the host cluster has that name`,
    ),
  ),
  region: label,
  zones: listOf(label, [
    [({ length }) => length < 1, 'must name at least one zone'],
    [hasTwins, 'must not name a zone twice'],
  ]),
  loadBalancers: v.optional(v.picklist(['ip', 'hostname'], 'must be "ip" or "hostname"'), 'ip'),
});

const topologySchema = v.strictObject({
  federation: v.optional(label, defaultTopology.federation),
  zone: v.optional(domain, defaultTopology.zone),
  members: listOf(memberSchema, [
    [({ length }) => length < 1, 'must describe at least one cluster'],
    [({ length }) => length > 24, 'must describe at most 24 clusters'],
    [(members) => hasTwins(members.map(nameOf)), 'must not name a cluster twice'],
  ]),
});

type Issue = v.InferIssue<typeof topologySchema>;

const describe = (issue: Issue): string => {
  const path = v.getDotPath(issue) ?? 'the file';
  if (issue.type === 'strict_object' && issue.expected === 'never')
    return `${path} is not a field that exists here`;
  if (issue.type === 'strict_object' && issue.received === 'undefined') return `${path} is missing`;
  if (issue.type === 'strict_object') return `${path} must be a JSON object`;
  return `${path} ${issue.message}`;
};

const faultsOf = (text: string): Topology | readonly string[] => {
  try {
    const result = v.safeParse(topologySchema, JSON.parse(text));
    return result.success ? result.output : result.issues.map(describe);
  } catch (error) {
    return [`it is not JSON: ${error instanceof Error ? error.message : String(error)}`];
  }
};

/**
 * Reads the text of a `--clusters` file (docs/sandbox.md has the format). Throws one error that lists every fault,
 * each with the path of its field.
 */
export const parseTopology = (text: string, file: string): Topology => {
  const result = faultsOf(text);
  if ('members' in result) return result;
  throw new Error(
    `Cannot use the clusters in ${file}:\n${result.map((fault) => `  - ${fault}`).join('\n')}`,
  );
};

/** Reads and checks a `--clusters` file; throws as `parseTopology` does, or naming a file that cannot be read. */
export const readTopology = async (file: string): Promise<Topology> => {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot read the clusters in ${file}: ${reason}`, { cause });
  });
  return parseTopology(text, file);
};
