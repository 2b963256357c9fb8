import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCli } from './run-cli.ts';

const refused: readonly (readonly [line: readonly string[], reason: RegExp])[] = [
  [[], /NAME is missing/],
  [['tokyo', 'paris'], /"paris"/],
  [['../tokyo'], /"\.\.\/tokyo" as the name of a cluster: it must be a DNS label/],
  [['a\nkind: Secret'], /"a\\nkind: Secret" as the name of a cluster/],
  [['tokyo', '--namespace', 'A'], /"A" as a namespace/],
  [['tokyo', '--timeout', 'soon'], /"soon" as --timeout: it is a number of seconds/],
  [['tokyo', '--no-wiat'], /--no-wait/],
];

for (const [line, reason] of refused) {
  test(`leave ${JSON.stringify(line)} is refused`, async () => {
    const { code, out, talk } = await runCli(['leave', ...line]);
    assert.deepEqual([code, out], [2, '']);
    assert.match(talk, reason);
  });
}
