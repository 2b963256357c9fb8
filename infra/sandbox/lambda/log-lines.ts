import type { Readable } from 'node:stream';

/**
 * Hands on each line of a stream of text. Only line feeds part lines: the runtime keeps carriage returns
 * inside a message. A last line without a line feed counts as one.
 */
export function forwardLines(stream: Readable, log: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) log(line);
  });
  stream.on('end', () => {
    if (rest !== '') log(rest);
  });
}
