const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const LABEL_1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const LABEL_VALUE = `(${QUALIFIED})?`;
const DATA_KEY = '[-._a-zA-Z0-9]+';

const FORMS = {
  label: {
    pattern: LABEL,
    text: "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
    examples: ['my-name', '123-abc'],
  },
  subdomain: {
    pattern: SUBDOMAIN,
    text: "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
    examples: ['example.com'],
  },
  label1035: {
    pattern: LABEL_1035,
    text: "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
    examples: ['my-name', 'abc-123'],
  },
  qualified: {
    pattern: QUALIFIED,
    text: "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
    examples: ['MyName', 'my.name', '123-abc'],
  },
  labelValue: {
    pattern: LABEL_VALUE,
    text: "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
    examples: ['MyValue', 'my_value', '12345'],
  },
  dataKey: {
    pattern: DATA_KEY,
    text: "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
    examples: ['key.name', 'KEY_NAME', 'key-name'],
  },
} as const;

type Form = keyof typeof FORMS;

function matches(form: Form, value: string): boolean {
  return new RegExp(`^${FORMS[form].pattern}$`).test(value);
}

function formText(form: Form): string {
  const { pattern, text, examples } = FORMS[form];
  const shown = examples.map((example) => `'${example}'`).join(',  or ');
  return `${text} (e.g. ${shown}, regex used for validation is '${pattern}')`;
}

function bytes(value: string): number {
  return Buffer.byteLength(value);
}

function tooLongText(value: string, max: number): readonly string[] {
  return bytes(value) > max ? [`must be no more than ${max} characters`] : [];
}

/** What a DNS label (RFC 1123) breaks, empty if nothing. Source: `validation.IsDNS1123Label`. */
export function labelFaults(value: string): readonly string[] {
  const length = tooLongText(value, 63);
  if (matches('label', value)) return length;
  const dotted = matches('subdomain', value);
  return [...length, dotted ? 'must not contain dots' : formText('label')];
}

/** What a DNS subdomain (RFC 1123) breaks. Source: `validation.IsDNS1123Subdomain`. */
export function subdomainFaults(value: string): readonly string[] {
  const length = tooLongText(value, 253);
  return matches('subdomain', value) ? length : [...length, formText('subdomain')];
}

/** What a DNS label (RFC 1035) breaks. Source: `validation.IsDNS1035Label`. */
export function label1035Faults(value: string): readonly string[] {
  const length = tooLongText(value, 63);
  return matches('label1035', value) ? length : [...length, formText('label1035')];
}

function namePartFaults(name: string): readonly string[] {
  const length = name === '' ? ['must be non-empty'] : tooLongText(name, 63);
  const form = matches('qualified', name) ? [] : [formText('qualified')];
  return [...length, ...form].map((text) => `name part ${text}`);
}

/** What a name with an optional DNS prefix breaks. Source: `validation.IsQualifiedName`. */
export function qualifiedNameFaults(value: string): readonly string[] {
  const [first = '', second, third] = value.split('/');
  if (third !== undefined) {
    const hint = "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";
    return [`a qualified name ${formText('qualified')} ${hint}`];
  }
  if (second === undefined) return namePartFaults(first);
  const prefix = first === '' ? ['must be non-empty'] : subdomainFaults(first);
  return [...prefix.map((text) => `prefix part ${text}`), ...namePartFaults(second)];
}

/** What a label's value breaks. Source: `validation.IsValidLabelValue`. */
export function labelValueFaults(value: string): readonly string[] {
  const length = tooLongText(value, 63);
  return matches('labelValue', value) ? length : [...length, formText('labelValue')];
}

/** What a key of a Secret's data breaks. Source: `validation.IsConfigMapKey`. */
export function dataKeyFaults(value: string): readonly string[] {
  const length = tooLongText(value, 253);
  const form = matches('dataKey', value) ? [] : [formText('dataKey')];
  return [...length, ...form, ...parentPathFaults(value)];
}

function parentPathFaults(value: string): readonly string[] {
  if (value === '.' || value === '..') return [`must not be '${value}'`];
  return value.startsWith('..') ? ["must not start with '..'"] : [];
}

/** What a port's name breaks. Source: `validation.IsValidPortName` (IANA_SVC_NAME of RFC 6335). */
export function portNameFaults(value: string): readonly string[] {
  const rules: readonly (readonly [boolean, string])[] = [
    [bytes(value) > 15, 'must be no more than 15 characters'],
    [
      !/^[-a-z0-9]+$/.test(value),
      'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
    ],
    [!/[a-z]/.test(value), 'must contain at least one letter (a-z)'],
    [value.includes('--'), 'must not contain consecutive hyphens'],
    [/^-|-$/.test(value), 'must not begin or end with a hyphen'],
  ];
  return rules.filter(([broken]) => broken).map(([, text]) => text);
}

/** What a port number breaks. Source: `validation.IsValidPortNum`. */
export function portNumberFaults(value: number): readonly string[] {
  return value >= 1 && value <= 65535 ? [] : ['must be between 1 and 65535, inclusive'];
}

/** The first fault of a fully qualified domain name, with the part that has it. Source: `validation.IsFullyQualifiedDomainName`. */
export function domainNameFault(
  value: string,
): { readonly part: string; readonly text: string } | undefined {
  const name = value.endsWith('.') ? value.slice(0, -1) : value;
  const whole = subdomainFaults(name);
  if (whole.length > 0) return { part: name, text: whole.join(',') };
  const labels = name.split('.');
  if (labels.length < 2) {
    const text = 'should be a domain with at least two segments separated by dots';
    return { part: name, text };
  }
  const part = labels.find((label) => labelFaults(label).length > 0);
  return part === undefined ? undefined : { part, text: labelFaults(part).join(',') };
}

/** What a name breaks as one segment of a URL path. Source: `path.IsValidPathSegmentName`. */
export function pathSegmentFaults(name: string, prefix: boolean): readonly string[] {
  if (!prefix && (name === '.' || name === '..')) return [`may not be '${name}'`];
  return ['/', '%']
    .filter((part) => name.includes(part))
    .map((part) => `may not contain '${part}'`);
}
