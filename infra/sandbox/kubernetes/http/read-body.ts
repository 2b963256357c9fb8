import type { IncomingMessage } from 'node:http';
import { decodeProtobuf, PROTOBUF_TYPE } from '../protobuf/decode.ts';
import { bodyTooLarge } from '../status/faults.ts';
import { mediaTypeOf } from '../verbs/body.ts';

/** A request's body as text, and what the text is. */
export type Body = { readonly text: string; readonly contentType: string };

/** The largest body that the API reads, as `MaxRequestBodyBytes` of apiserver. */
const LIMIT_BYTES = 3 * 1024 * 1024;

/**
 * Reads a request's body; one in protocol buffers becomes the JSON it stands for. Rejects with ApiError 413 beyond 3 MiB,
 * 400 or 415 for protocol buffers that cannot be read.
 */
export async function readBody(request: IncomingMessage): Promise<Body> {
  const bytes = await readBytes(request);
  const contentType = request.headers['content-type'] ?? '';
  if (mediaTypeOf(contentType) !== PROTOBUF_TYPE || bytes.length === 0) {
    return { text: bytes.toString('utf8'), contentType };
  }
  return { text: JSON.stringify(decodeProtobuf(bytes)), contentType: 'application/json' };
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LIMIT_BYTES) throw bodyTooLarge(LIMIT_BYTES);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
