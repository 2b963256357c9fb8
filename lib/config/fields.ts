import * as v from 'valibot';
import type { Bounds } from './bounds.ts';

const missingOrOther = (issue: { readonly input: unknown }): string =>
  issue.input === undefined ? 'is missing' : 'is not text';

/** Text that must not be empty. */
export const text = v.pipe(v.string(missingOrOther), v.nonEmpty('is empty'));

/** A whole number written in digits, within bounds. */
const whole = (least: number, most: number) =>
  v.pipe(
    text,
    v.regex(/^\d+$/, 'is not a whole number'),
    v.transform(Number),
    v.minValue(least, `is less than ${least}`),
    v.maxValue(most, `is more than ${most}`),
  );

/** A share of a whole, between 0 and 1. */
export const share = v.pipe(
  text,
  v.regex(/^\d(\.\d+)?(e-\d+)?$/, 'is not a number from 0 to 1'),
  v.transform(Number),
  v.maxValue(1, 'is not a number from 0 to 1'),
);

/** An IPv4 or IPv6 address. */
export const ipAddress = v.pipe(text, v.ip('is not an IP address'));

/** `true` or `false`. */
export const flag = v.pipe(
  v.picklist(['true', 'false'], 'is neither true nor false'),
  v.transform((word) => word === 'true'),
);

/** JSON text of a given shape. */
export const json = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(
    text,
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      try {
        return JSON.parse(dataset.value) as unknown;
      } catch {
        addIssue({ message: 'is not JSON' });
        return NEVER;
      }
    }),
    schema,
  );

/** A setting that may be absent, with the value that it then has, written as in the environment. */
export const orElse = <const Schema extends v.GenericSchema<string, unknown>>(
  schema: Schema,
  fallback: string,
) => v.optional(schema, fallback);

/** A whole number within its bounds, or its default. */
export const within = ({ least, most, otherwise }: Bounds) =>
  orElse(whole(least, most), String(otherwise));

/** One of two words, the first unless somebody says otherwise. */
export const eitherOr = <const First extends string, const Second extends string>([
  first,
  second,
]: readonly [First, Second]) =>
  orElse(v.picklist([first, second], `is neither ${first} nor ${second}`), first);

/** A label of a DNS name, in lower case (RFC 1035 2.3.1). */
export const dnsLabel = v.pipe(
  text,
  v.regex(/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/, 'is not a DNS label in lower case'),
);

/** A DNS name, brought to lower case without its trailing dot. */
export const dnsName = v.pipe(
  text,
  v.regex(/^([-a-zA-Z0-9_]{1,63}\.)+[-a-zA-Z0-9]{1,63}\.?$/, 'is not a DNS name'),
  v.toLowerCase(),
  v.transform((name) => name.replace(/\.$/, '')),
);

/** The bare id of a hosted zone, whether or not `/hostedzone/` stands before it (case R17). */
export const zoneId = v.pipe(
  text,
  v.regex(/^(\/?hostedzone\/)?[A-Z0-9]{1,32}$/, 'is not the id of a hosted zone'),
  v.transform((id) => id.replace(/^\/?hostedzone\//, '')),
);

/** `key=value,key=value`: labels that all must be there; empty text selects everything. */
export const labelSelector = v.pipe(
  v.string('is missing'),
  v.transform((selector) => selector.split(',').filter((part) => part !== '')),
  v.array(
    v.pipe(v.string(), v.regex(/^[^=!<>()\s]+=[^=!<>()\s]*$/, 'is not of the form key=value')),
  ),
  v.transform((parts) =>
    parts.map((part) => {
      const equals = part.indexOf('=');
      return { key: part.slice(0, equals), value: part.slice(equals + 1) };
    }),
  ),
);

/** The ARN of a role, in whichever partition (IAM user guide, "IAM identifiers"). */
export const iamRoleArn = v.pipe(
  text,
  v.regex(/^arn:aws[-a-z]*:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/, 'is not the ARN of a role'),
);

/** A namespace of CloudWatch metrics (CloudWatch API reference, PutMetricData). */
export const metricsNamespace = v.pipe(
  text,
  v.regex(/^(?!AWS\/|:)[-\w./#:]{1,255}$/, 'is not a namespace of metrics, or one of AWS itself'),
);

/** SHA-256 in base64url without padding: 43 characters, the last of which has two bits to spare (RFC 4648 5). */
export const tokenHash = v.pipe(
  text,
  v.regex(
    /^[-\w]{42}[AEIMQUYcgkosw048]$/,
    'holds something that is no SHA-256 in base64url without padding',
  ),
);

/** The name of a cluster on EKS (EKS API reference, CreateCluster). */
export const eksClusterName = v.pipe(
  text,
  v.regex(/^[0-9A-Za-z][-\w]{0,99}$/, 'is not the name of an EKS cluster'),
);

/** The code of a region, such as `eu-central-1`. */
export const awsRegion = v.pipe(
  text,
  v.regex(/^[a-z]{2,}(-[a-z]+)+-\d{1,2}$/, 'is not a region, such as eu-central-1'),
);
