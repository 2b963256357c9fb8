import { open } from 'node:fs/promises';

const isPass = (line: string): boolean =>
  line.includes('"message":"pass"') && line.includes('"key":"service/');

/** Counts the passes over Services in a log that grows; each call reads only what came since the last. */
export const countPasses = (file: string): (() => Promise<number>) => {
  let at = 0;
  let rest = '';
  let passes = 0;
  return async () => {
    const handle = await open(file);
    try {
      const { size } = await handle.stat();
      const { buffer, bytesRead } = await handle.read({
        buffer: Buffer.alloc(size - at),
        position: at,
      });
      at += bytesRead;
      const lines = `${rest}${buffer.toString('utf8', 0, bytesRead)}`.split('\n');
      rest = lines.pop() ?? '';
      passes += lines.filter(isPass).length;
      return passes;
    } finally {
      await handle.close();
    }
  };
};
