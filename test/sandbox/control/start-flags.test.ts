import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseStartFlags } from '../../../infra/sandbox/start-flags.ts';

describe('the words after npm start --', () => {
  const understood: readonly (readonly [readonly string[], object])[] = [
    [[], { kind: 'run', once: false }],
    [['--once'], { kind: 'run', once: true }],
    [
      ['--port-base', '7000', '--clusters', 'a.json'],
      { kind: 'run', once: false, portBase: 7000, clustersFile: 'a.json' },
    ],
    [['--port-base=1'], { kind: 'run', once: false, portBase: 1 }],
    [['--once', '--help'], { kind: 'help' }],
    [['-h'], { kind: 'help' }],
  ];
  for (const [words, request] of understood)
    test(`"${words.join(' ')}" is understood`, () =>
      assert.deepEqual(parseStartFlags(words), request));

  const refused: readonly (readonly [readonly string[], string])[] = [
    [['--onec'], "Unknown option '--onec'"],
    [['once'], "Unexpected argument 'once'"],
    [['--once=yes'], "Option '--once' does not take an argument"],
    [['--clusters'], "Option '--clusters <value>' argument missing"],
    [['--port-base', '0'], '--port-base must be a port from 1 to 65535, not "0"'],
    [['--port-base', '65536'], '--port-base must be a port from 1 to 65535, not "65536"'],
    [['--port-base', '80x'], '--port-base must be a port from 1 to 65535, not "80x"'],
  ];
  for (const [words, reason] of refused)
    test(`"${words.join(' ')}" is refused with the right flags`, () =>
      assert.deepEqual(parseStartFlags(words), {
        kind: 'refused',
        message: `Cannot start the sandbox: ${reason}\nFlags are: --once, --port-base N, --clusters FILE, --help`,
      }));
});
