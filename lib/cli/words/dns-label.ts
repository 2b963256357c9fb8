import { UsageError } from './usage-error.ts';

/** The name of a `Cluster` or a namespace: an RFC 1035 label, since DNS names carry it. Throws `UsageError`. */
export const checkLabel = (name: string, what: string): string => {
  if (/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name)) return name;
  throw new UsageError(
    `Cannot use ${JSON.stringify(name.slice(0, 80))} as ${what}: it must be a DNS label, of up to 63 lower-case letters, digits and dashes that begins with a letter`,
  );
};
