import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runProcess } from '../command/run-process.ts';

const program = join(import.meta.dirname, 'run-aws-suites.ts');

describe('npm run test:aws', () => {
  for (const [words, told] of [
    [['route53'], 'Cannot run test:aws: "route53" is one word too many\n'],
    [['--bad'], 'Cannot run test:aws: --bad is no flag of it; --help lists them\n'],
  ] as const)
    it(`ends with 2 and one line for: ${words.join(' ')}`, async () => {
      const expected = { code: 2, stdout: '', stderr: told };
      assert.deepEqual(await runProcess(program, words), expected);
    });

  it('tells what it does with --help, and runs nothing', async () => {
    const { code, stdout } = await runProcess(program, ['--help']);
    assert.equal(code, 0);
    assert.match(stdout, /^Usage: npm run test:aws$/m);
    assert.doesNotMatch(stdout, /The suites run on|passed/);
  });
});
