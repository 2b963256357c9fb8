import { UsageError } from '../words/usage-error.ts';

/** Labels of a `Cluster`. */
export type Labels = { readonly [key: string]: string };

const namePart = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const prefixPart = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/**
 * Reads `key=value,key=value`, by which cluster selectors find the cluster. Throws `UsageError` for what the API server would refuse
 * (apimachinery `IsQualifiedName`, `IsValidLabelValue`).
 */
export const readLabels = (text: string): Labels => {
  const pairs = text
    .split(',')
    .filter((part) => part !== '')
    .map(readPair);
  const keys = pairs.map(([key]) => key);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw refused(twice, 'it stands twice');
  return Object.fromEntries(pairs);
};

const readPair = (part: string): readonly [string, string] => {
  const equals = part.indexOf('=');
  if (equals < 0) throw refused(part, 'it is not of the form key=value');
  const key = part.slice(0, equals);
  const value = part.slice(equals + 1);
  const slash = key.lastIndexOf('/');
  const prefixed = slash < 0 || prefixPart.test(key.slice(0, slash));
  if (!prefixed || !namePart.test(key.slice(slash + 1)))
    throw refused(part, 'the key is none that Kubernetes takes');
  if (value !== '' && !namePart.test(value))
    throw refused(part, 'the value is none that Kubernetes takes');
  return [key, value];
};

const refused = (part: string, reason: string): UsageError =>
  new UsageError(`Cannot use label ${JSON.stringify(part.slice(0, 100))}: ${reason}`);
