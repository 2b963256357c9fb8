import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCli } from './run-cli.ts';

const names = ['manifests', 'join', 'leave', 'audit-config'];

test('no word at all is a misuse that says what there is', async () => {
  const { code, out, talk } = await runCli([]);
  assert.deepEqual([code, out], [2, '']);
  for (const name of names) assert.match(talk, new RegExp(`^ {2}${name} `, 'm'));
});

for (const word of ['--help', '-h']) {
  test(`${word} prints the same as data`, async () => {
    const { code, out, talk } = await runCli([word]);
    assert.deepEqual([code, talk], [0, '']);
    for (const name of names) assert.match(out, new RegExp(`^ {2}${name} `, 'm'));
    assert.match(out, /Exit codes: 0 done, 1 something\nfailed, 2 /);
  });
}

for (const name of names) {
  test(`${name} --help tells of each flag, wherever it stands`, async () => {
    const { code, out } = await runCli([name, '--namespace', '--help']);
    assert.equal(code, 0);
    assert.match(out, new RegExp(`^Usage: npx seamark ${name}`));
    assert.match(out, /^ {2}--namespace NAME +\S/m);
    assert.match(out, /^ {2}--help +this text$/m);
    for (const line of out.split('\n')) assert.ok(line.length <= 120, line);
  });
}

test('--version is that of the package', async () => {
  const { code, out } = await runCli(['--version']);
  assert.equal(code, 0);
  assert.match(out, /^seamark \d+\.\d+\.\d+\n$/);
});

type Misused = readonly [line: readonly string[], talk: string];

const misused: readonly Misused[] = [
  [['manifest'], 'Cannot run seamark "manifest": no such command; did you mean manifests?'],
  [
    ['x'],
    'Cannot run seamark "x": no such command; there are manifests, join, leave, audit-config',
  ],
  [
    ['a\nb'],
    'Cannot run seamark "a\\nb": no such command; there are manifests, join, leave, audit-config',
  ],
  [
    ['manifests', '--hosts'],
    'Cannot run seamark manifests: --hosts is no flag of it; did you mean --host?',
  ],
  [
    ['manifests', '--zzzz'],
    'Cannot run seamark manifests: --zzzz is no flag of it; --help lists them',
  ],
  [['manifests', '-m'], 'Cannot run seamark manifests: -m is no flag of it; --help lists them'],
  [['manifests', '--host', '--host'], 'Cannot run seamark manifests: --host stands twice'],
  [['manifests', '--host=yes'], 'Cannot run seamark manifests: --host takes no value'],
  [['manifests', '--group'], 'Cannot run seamark manifests: --group needs a value, NAME'],
  [['manifests', '--group='], 'Cannot run seamark manifests: --group needs a value, NAME'],
  [
    ['manifests', '--group', '--member'],
    'Cannot run seamark manifests: --group needs a value, NAME; write --group=--member if that is it',
  ],
  [['manifests', '--output', 'xml'], 'Cannot run seamark manifests: --output is one of yaml, json'],
  [['manifests', 'now'], 'Cannot run seamark manifests: "now" is one word too many'],
];

for (const [line, said] of misused) {
  test(`${JSON.stringify(line)} is refused with 2`, async () => {
    const { code, out, talk } = await runCli(line);
    assert.deepEqual([code, out, talk.split('\n')[0]], [2, '', said]);
  });
}

test('what goes wrong ends with 1 and its reason', async () => {
  const readInput = () => Promise.reject(new Error('Cannot read standard input: it is closed'));
  const line = ['audit-config', '--host', '--url', 'https://a.example', '--token-stdin'];
  const { code, out, talk } = await runCli(line, { readInput });
  assert.deepEqual([code, out, talk], [1, '', 'Cannot read standard input: it is closed\n']);
});

test('what a server or a file says cannot play tricks on a terminal', async () => {
  const readInput = () => Promise.reject(new Error('no\u001b[2J\nok  all is well\u202e'));
  const line = ['audit-config', '--host', '--url', 'https://a.example', '--token-stdin'];
  const { talk } = await runCli(line, { readInput });
  assert.equal(talk, 'no ok  all is well \n');
});

test('Ctrl-C ends with 130 and no data', async () => {
  const stop = new AbortController();
  const readInput = () => {
    stop.abort(new Error('Stopped'));
    return Promise.reject(new Error('The operation was aborted'));
  };
  const line = ['audit-config', '--host', '--url', 'https://a.example', '--token-stdin'];
  const { code, out, talk } = await runCli(line, { readInput, signal: stop.signal });
  assert.deepEqual([code, out, talk], [130, '', 'Stopped\n']);
});
