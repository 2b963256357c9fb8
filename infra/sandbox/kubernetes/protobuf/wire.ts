/** One field of a protocol buffers message: its number, and its value as a varint or as bytes. */
export type WireField =
  | { readonly kind: 'varint'; readonly number: number; readonly value: bigint }
  | { readonly kind: 'bytes'; readonly number: number; readonly value: Uint8Array };

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/**
 * Reads the fields of a message in order; fixed-width fields, which no Kubernetes kind here has, are skipped.
 * Throws RangeError if the bytes end early or hold an unknown wire type. Source: the protocol buffers encoding.
 */
export function readFields(bytes: Uint8Array): readonly WireField[] {
  const fields: WireField[] = [];
  let offset = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[offset];
      if (byte === undefined) throw new RangeError('unexpected EOF');
      offset += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError('integer overflow');
  };
  const take = (length: number): Uint8Array => {
    if (offset + length > bytes.length) throw new RangeError('unexpected EOF');
    offset += length;
    return bytes.subarray(offset - length, offset);
  };
  while (offset < bytes.length) {
    const tag = Number(varint());
    const number = tag >> 3;
    switch (tag & 7) {
      case VARINT:
        fields.push({ kind: 'varint', number, value: BigInt.asIntN(64, varint()) });
        break;
      case BYTES:
        fields.push({ kind: 'bytes', number, value: take(Number(varint())) });
        break;
      case FIXED64:
        take(8);
        break;
      case FIXED32:
        take(4);
        break;
      default:
        throw new RangeError(`illegal wireType ${tag & 7}`);
    }
  }
  return fields;
}
