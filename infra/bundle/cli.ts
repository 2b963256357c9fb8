import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Bundle, bundleFunctions } from './bundle.ts';

const help = `Bundles every functions/*.ts for Lambda and prints the size of each.

Usage: npm run bundle -- [--out <folder>] [--source-map]

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
  const { values } = parseArgs({
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
  process.stdout.write(
    table(await bundleFunctions({ outDir: values.out, sourceMap: values['source-map'] })),
  );
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
