/** Units that CloudWatch knows (API_MetricDatum). */
const units: ReadonlySet<unknown> = new Set([
  ...['Seconds', 'Microseconds', 'Milliseconds', 'Count', 'Percent', 'None'],
  ...['Bytes', 'Kilobytes', 'Megabytes', 'Gigabytes', 'Terabytes'],
  ...['Bits', 'Kilobits', 'Megabits', 'Gigabits', 'Terabits'],
  ...['Bytes', 'Kilobytes', 'Megabytes', 'Gigabytes', 'Terabytes', 'Count'].map(
    (unit) => `${unit}/Second`,
  ),
  ...['Bits', 'Kilobits', 'Megabits', 'Gigabits', 'Terabits'].map((unit) => `${unit}/Second`),
]);

type Fields = { readonly [name: string]: unknown };

const fieldsOf = (value: unknown): Fields => Object(value);
const isText = (value: unknown, longest: number): boolean =>
  typeof value === 'string' && value.length >= 1 && value.length <= longest;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * What is wrong with a document of the embedded metric format; empty if CloudWatch takes it. Structure and limits of the CloudWatch
 * Embedded Metric Format Specification and its JSON schema (the stricter limit of nine dimensions of the two that were published), names
 * and values of dimensions after API_Dimension, times after "PutMetricData" (two weeks back, two hours ahead of `now`).
 */
export const emfFaults = (line: string, now: number): readonly string[] => {
  let root: Fields;
  try {
    root = fieldsOf(JSON.parse(line));
  } catch {
    return ['is no JSON document'];
  }
  if (Buffer.byteLength(line) > 256 * 1024) return ['is longer than 256 KB'];
  const { Timestamp: at, CloudWatchMetrics: directives } = fieldsOf(root['_aws']);
  const timely =
    typeof at === 'number' &&
    Number.isInteger(at) &&
    at > now - 14 * 86_400_000 &&
    at < now + 2 * 3_600_000;
  return [
    ...(timely ? [] : [`Timestamp ${String(at)} is no recent time in milliseconds`]),
    ...(listOf(directives).length > 0 ? [] : ['CloudWatchMetrics holds no directive']),
    ...listOf(directives).flatMap((directive) => directiveFaults(fieldsOf(directive), root)),
  ];
};

const directiveFaults = (
  { Namespace: namespace, Dimensions: sets, Metrics: definitions, ...rest }: Fields,
  root: Fields,
): readonly string[] => [
  ...Object.keys(rest).map((name) => `${name} is no member of a directive`),
  ...(isText(namespace, 255) && /^[\w.\-/#:]+$/.test(String(namespace)) ? [] : ['Namespace']),
  ...(listOf(sets).length > 0 ? [] : ['Dimensions holds no set']),
  ...listOf(sets).flatMap((set) => setFaults(set, root)),
  ...(listOf(definitions).length > 0 && listOf(definitions).length <= 100
    ? []
    : ['Metrics holds none, or more than 100']),
  ...listOf(definitions).flatMap((definition) => definitionFaults(fieldsOf(definition), root)),
];

const setFaults = (set: unknown, root: Fields): readonly string[] => {
  if (!Array.isArray(set) || set.length > 9) return ['a set of dimensions is no list of up to 9'];
  return set.flatMap((name: unknown) => {
    if (!isText(name, 250)) return ['a dimension has no name'];
    const value = root[String(name)];
    return isText(value, 1_024) && /^[\x20-\x7e]*[\x21-\x7e][\x20-\x7e]*$/.test(String(value))
      ? []
      : [`${String(name)} has the value ${JSON.stringify(value)}`];
  });
};

const definitionFaults = (
  { Name: name, Unit: unit, StorageResolution: resolution, ...rest }: Fields,
  root: Fields,
): readonly string[] => {
  if (!isText(name, 255)) return ['a metric has no name'];
  const value = root[String(name)];
  const values = Array.isArray(value) ? value : [value];
  const numeric = values.every((one) => typeof one === 'number' && Number.isFinite(one));
  return [
    ...Object.keys(rest).map((member) => `${member} is no member of a metric's definition`),
    ...(unit === undefined || units.has(unit) ? [] : [`${String(name)} has unit ${String(unit)}`]),
    ...(resolution === undefined || resolution === 1 || resolution === 60
      ? []
      : [`${String(name)} has an unknown resolution`]),
    ...(numeric && values.length > 0 && values.length <= 100
      ? []
      : [`${String(name)} is not between 1 and 100 numbers`]),
  ];
};
