/** One encoded field of a protobuf message. */
export type ProtobufField = Uint8Array;

const varintType = 0;
const bytesType = 2;

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  return Uint8Array.from([...bytes, rest]);
}

function tag(field: number, wireType: number): Uint8Array {
  return varint(field * 8 + wireType);
}

function delimited(field: number, content: Uint8Array): ProtobufField {
  return Buffer.concat([tag(field, bytesType), varint(content.length), content]);
}

/** A string field; nothing if the text is empty or absent, as proto3 leaves defaults out. */
export function stringField(field: number, text: string | undefined): readonly ProtobufField[] {
  return text === undefined || text === '' ? [] : [delimited(field, Buffer.from(text))];
}

/** A bool field; nothing if it is false. */
export function boolField(field: number, value: boolean): readonly ProtobufField[] {
  return value ? [Buffer.concat([tag(field, varintType), varint(1)])] : [];
}

/** A field that holds a message, which may be empty. */
export function messageField(field: number, message: readonly ProtobufField[]): ProtobufField {
  return delimited(field, encodeMessage(message));
}

/** The bytes of a message. */
export function encodeMessage(fields: readonly ProtobufField[]): Uint8Array {
  return Buffer.concat(fields);
}
