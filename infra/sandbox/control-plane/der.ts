/** A value in the distinguished encoding rules (ITU-T X.690). */
export type Der = Buffer;

const lengthOf = (size: number): Buffer => {
  if (size < 0x80) return Buffer.from([size]);
  const hex = size.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
};

/** One value: its tag, its length, its content. */
export const der = (tag: number, ...content: readonly Uint8Array[]): Der => {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body]);
};

/** SEQUENCE */
export const sequence = (...parts: readonly Der[]): Der => der(0x30, ...parts);

/** A constructed value with a context-specific tag, as in `[0] EXPLICIT`. */
export const tagged = (number: number, ...parts: readonly Der[]): Der =>
  der(0xa0 | number, ...parts);

/** OCTET STRING that holds an encoded value. */
export const octets = (content: Uint8Array): Der => der(0x04, content);

/** BIT STRING; `unusedBits` of the last byte do not count. */
export const bits = (content: Uint8Array, unusedBits = 0): Der =>
  der(0x03, Buffer.from([unusedBits]), content);

/** INTEGER that is not negative, from its big-endian bytes. */
export const integer = (bytes: Uint8Array): Der =>
  der(0x02, ...((bytes[0] ?? 0) >= 0x80 ? [Buffer.from([0])] : []), bytes);

/** BOOLEAN TRUE */
export const yes: Der = der(0x01, Buffer.from([0xff]));

/** OBJECT IDENTIFIER, from its dotted form. */
export const objectId = (dotted: string): Der => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
};

const base128 = (value: number): readonly number[] => {
  const digits = [value % 128];
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128))
    digits.unshift(0x80 | (left % 128));
  return digits;
};

/** UTF8String */
export const text = (value: string): Der => der(0x0c, Buffer.from(value));

/** UTCTime, with seconds. */
export const utcTime = (epochMs: number): Der =>
  der(0x17, Buffer.from(`${new Date(epochMs).toISOString().slice(2, 19).replace(/\D/g, '')}Z`));
