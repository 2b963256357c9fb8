import type { IncomingMessage } from 'node:http';

/** Reads a body to its end; undefined if it is longer than that. */
export const readLimited = async (
  request: IncomingMessage,
  limitBytes: number,
): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    // A request without an encoding yields buffers.
    const part = chunk as Buffer;
    bytes += part.length;
    if (bytes <= limitBytes) chunks.push(part);
  }
  return bytes > limitBytes ? undefined : Buffer.concat(chunks).toString('utf8');
};
