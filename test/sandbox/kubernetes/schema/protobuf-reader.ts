/** A protobuf message whose length-delimited fields can be read by number. */
export type Message = {
  /** The first text of a field; empty if there is none. */
  readonly text: (field: number) => string;
  readonly texts: (field: number) => readonly string[];
  /** The first message of a field; empty if there is none. */
  readonly message: (field: number) => Message;
  readonly messages: (field: number) => readonly Message[];
};

/** Reads a message of varint and length-delimited fields. Throws on any other wire type or a cut message. */
export function readMessage(bytes: Uint8Array): Message {
  const fields = readFields(bytes);
  const all = (field: number) => fields.filter((one) => one.field === field);
  const texts = (field: number) => all(field).map(({ content }) => Buffer.from(content).toString());
  const messages = (field: number) => all(field).map(({ content }) => readMessage(content));
  return {
    text: (field) => texts(field)[0] ?? '',
    texts,
    message: (field) => messages(field)[0] ?? readMessage(new Uint8Array()),
    messages,
  };
}

type Field = { readonly field: number; readonly content: Uint8Array };

function readFields(bytes: Uint8Array): readonly Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at];
      if (byte === undefined) throw new Error('Cannot read a protobuf message: it is cut short');
      at += 1;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const type = tag % 8;
    if (type !== 0 && type !== 2) {
      throw new Error(`Cannot read a protobuf message: it has wire type ${type}`);
    }
    const length = varint();
    if (type === 0) continue;
    fields.push({ field: Math.floor(tag / 8), content: bytes.subarray(at, at + length) });
    at += length;
  }
  return fields;
}
