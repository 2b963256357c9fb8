import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Bundle, bundleFunctions } from './bundle.ts';

const help = `Bundles functions for Lambda and prints the size of each.

Usage: npm run bundle -- [<file> ...] [--out <folder>] [--source-map]

  <file> ...       sources, one function each (default: every functions/*.ts)
  --out <folder>   where the bundles go (default: dist/functions)
  --source-map     write source maps beside the code
  --help           this text
`;

function table(bundles: readonly Bundle[]): string {
  const width = Math.max(...bundles.map(({ name }) => name.length));
  const line = ({ name, bytes, dir }: Bundle): string => {
    const size = (bytes / 1024).toFixed(1).padStart(9);
    return `${name.padEnd(width)}${size} KB  ${relative(process.cwd(), dir)}\n`;
  };
  return bundles.map(line).join('');
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string', default: resolve(import.meta.dirname, '../../dist/functions') },
      'source-map': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const bundles = await bundleFunctions({
    outDir: values.out,
    sourceMap: values['source-map'],
    ...(positionals.length > 0 && { entries: positionals }),
  });
  process.stdout.write(table(bundles));
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
