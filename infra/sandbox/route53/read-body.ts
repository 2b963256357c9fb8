import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.ts';

const maxBodyBytes = 16 * 1024 * 1024;

/**
 * The body of a request as text.
 *
 * @throws ApiError `InvalidInput` beyond 16 MiB
 */
export const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBodyBytes) throw new ApiError('InvalidInput', 'The request body is too large.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
};
