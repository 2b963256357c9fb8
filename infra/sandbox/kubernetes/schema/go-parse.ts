type LayoutPart = {
  readonly text: string;
  readonly pattern: RegExp;
  /** What the number is called and how far it goes; days are checked once the month is known. */
  readonly range?: { readonly name: string; readonly min: number; readonly max: number };
};

const literal = (text: string): LayoutPart => ({
  text,
  pattern: new RegExp(`^${text}`),
});
const digits = (text: string): LayoutPart => ({
  text,
  pattern: new RegExp(`^\\d{${text.length}}`),
});

const upToMinutes: readonly LayoutPart[] = [
  digits('2006'),
  literal('-'),
  { ...digits('01'), range: { name: 'month', min: 1, max: 12 } },
  literal('-'),
  digits('02'),
  literal('T'),
  { ...digits('15'), range: { name: 'hour', min: 0, max: 23 } },
  literal(':'),
  { ...digits('04'), range: { name: 'minute', min: 0, max: 59 } },
  literal(':'),
];
const secondRange = { name: 'second', min: 0, max: 59 };
const zone: LayoutPart = { text: 'Z07:00', pattern: /^(?:Z|[+-]\d{2}:\d{2})/ };

/** Why Go's `time.Parse(time.RFC3339, …)` refuses a text; undefined if it does not. */
export function timeFault(value: string): string | undefined {
  const seconds: LayoutPart = {
    text: '05',
    pattern: /^\d{2}(?:[.,]\d+)?/,
    range: secondRange,
  };
  return layoutFault(value, '2006-01-02T15:04:05Z07:00', [...upToMinutes, seconds, zone]);
}

/** Why Go refuses a text as `metav1.MicroTime`, whose seconds have six decimals; undefined if it does not. */
export function microTimeFault(value: string): string | undefined {
  const fraction: LayoutPart = { text: '.000000', pattern: /^\.\d{6}/ };
  const parts = [...upToMinutes, { ...digits('05'), range: secondRange }, fraction, zone];
  return layoutFault(value, '2006-01-02T15:04:05.000000Z07:00', parts);
}

function layoutFault(
  value: string,
  layout: string,
  parts: readonly LayoutPart[],
): string | undefined {
  const prefix = `parsing time ${JSON.stringify(value)}`;
  let rest = value;
  for (const { text, pattern, range } of parts) {
    const [match] = pattern.exec(rest) ?? [];
    if (match === undefined) {
      const shown = `${JSON.stringify(rest)} as ${JSON.stringify(text)}`;
      return `${prefix} as ${JSON.stringify(layout)}: cannot parse ${shown}`;
    }
    const number = Number.parseInt(match, 10);
    if (range !== undefined && (number < range.min || number > range.max)) {
      return `${prefix}: ${range.name} out of range`;
    }
    rest = rest.slice(match.length);
  }
  if (rest !== '') return `${prefix}: extra text: ${JSON.stringify(rest)}`;
  return hasDay(value) ? undefined : `${prefix}: day out of range`;
}

function hasDay(value: string): boolean {
  const [year = 0, month = 0, day = 0] = value.split(/[-T]/).map(Number);
  return day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const quantityPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[numkMGTPE]|[KMGTPE]i|[eE][+-]?\d+)?$/;

/** Why a text is no `resource.Quantity`; undefined if it is one. */
export function quantityFault(value: string): string | undefined {
  if (quantityPattern.test(value)) return undefined;
  const expression = "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  return `quantities must match the regular expression ${expression}`;
}

/** Why Go refuses a text as standard base64; undefined if it does not. Line breaks are passed over. */
export function base64Fault(value: string): string | undefined {
  const offset = base64FaultOffset(value);
  return offset === undefined ? undefined : `illegal base64 data at input byte ${offset}`;
}

function base64FaultOffset(value: string): number | undefined {
  const chars = [...value]
    .map((char, at) => ({ char, at }))
    .filter(({ char }) => !/[\r\n]/.test(char));
  const bad = chars.findIndex(({ char }) => !/[A-Za-z0-9+/]/.test(char));
  const body = bad === -1 ? chars.length : bad;
  const inGroup = body % 4;
  if (bad === -1) return inGroup === 0 ? undefined : value.length - inGroup;
  const first = chars[bad];
  if (first?.char !== '=' || inGroup < 2) return first?.at;
  const second = chars[bad + 1];
  if (inGroup === 2 && second?.char !== '=') return second === undefined ? value.length : first.at;
  const after = chars[bad + (inGroup === 2 ? 2 : 1)];
  return after?.at;
}
