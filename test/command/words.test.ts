import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readWords } from '../../lib/cli/words/read-words.ts';
import { UsageError } from '../../lib/cli/words/usage-error.ts';
import { minutesMs, refuseTogether, wholeNumber } from './numbers.ts';
import { checkOutFile } from './out-file.ts';
import { createPace } from './pace.ts';
import { createStillAtIt } from './still-at-it.ts';

const given = (...words: readonly string[]) =>
  readWords(
    words,
    ['n', 'minutes', 'other'].map((name) => ({ name, value: 'N', summary: '' })),
    (reason) => new UsageError(reason),
  );

describe('a number after a flag', () => {
  const range = { least: 1, most: Number.MAX_SAFE_INTEGER };
  for (const [text, value] of [
    ['1', 1],
    ['007', 7],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ] as const)
    it(`${text} is read`, () => {
      assert.equal(wholeNumber(given(`--n=${text}`), 'n', range), value);
    });

  for (const text of [
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    ' 1',
    'abc',
    'NaN',
    'Infinity',
    '9007199254740992',
    '99999999999999999999999',
  ])
    it(`${text} is refused`, () => {
      const message = `Cannot use ${JSON.stringify(text)} as --n: give a whole number from 1 to 9007199254740991`;
      assert.throws(() => wholeNumber(given(`--n=${text}`), 'n', range), {
        name: 'UsageError',
        message,
      });
    });

  it('that does not stand is none', () => {
    assert.equal(wholeNumber(given(), 'n', range), undefined);
    assert.equal(minutesMs(given()), undefined);
  });

  for (const [text, ms] of [
    ['2', 120_000],
    ['0.5', 30_000],
  ] as const)
    it(`${text} minutes are ${ms} ms`, () => {
      assert.equal(minutesMs(given(`--minutes=${text}`)), ms);
    });

  for (const text of ['0', '0.0', '-1', '.5', '1e3', 'x', 'Infinity', '9'.repeat(400)])
    it(`${text.slice(0, 10)} minutes are refused`, () => {
      assert.throws(() => minutesMs(given(`--minutes=${text}`)), {
        name: 'UsageError',
        message: /^Cannot use "[^"]{1,40}" as --minutes: give a number above 0, and up to 1000000$/,
      });
    });

  it('beside one that makes it pointless is refused', () => {
    const words = given('--n=1', '--other=2');
    assert.throws(() => refuseTogether(words, 'n', ['minutes', 'other']), {
      name: 'UsageError',
      message: 'Cannot use --n and --other together: leave one out',
    });
    refuseTogether(words, 'n', ['minutes']);
    refuseTogether(words, 'minutes', ['n', 'other']);
  });
});

describe('a file to write in the end', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seamark-out-'));
    await writeFile(join(folder, 'old.json'), 'old');
    await mkdir(join(folder, 'folder'));
  });
  after(() => rm(folder, { recursive: true }));

  for (const [path, reason] of [
    ['none/x/r.json', 'there is no such folder'],
    ['folder', 'it is a folder; name a file in it'],
    ['old.json/r.json', 'what should be its folder is none'],
    ['r\0.json', /null bytes/],
  ] as const)
    it(`${JSON.stringify(path)} is refused`, async () => {
      const file = join(folder, path);
      await assert.rejects(checkOutFile(file), (error: Error) => {
        assert.ok(error instanceof UsageError);
        const told = `Cannot use ${file} as --out: `;
        assert.ok(error.message.startsWith(told), error.message);
        assert.match(error.message.slice(told.length), new RegExp(reason));
        return true;
      });
    });

  it('a new one leaves no file, an old one stays as it was', async () => {
    await checkOutFile(join(folder, 'new.json'));
    await checkOutFile(join(folder, 'old.json'));
    assert.deepEqual((await readdir(folder)).sort(), ['folder', 'old.json']);
    assert.equal(await readFile(join(folder, 'old.json'), 'utf8'), 'old');
  });
});

describe('progress', () => {
  it('is due once in each span, however often one asks', () => {
    let now = 100;
    const isDue = createPace(10, () => now);
    const due = [100, 105, 109, 110, 111, 119, 120, 155, 156, 165].filter((at) => {
      now = at;
      return isDue();
    });
    assert.deepEqual(due, [110, 120, 155, 165]);
  });

  it('is told again when nothing was said for long', () => {
    let now = 0;
    const lines: string[] = [];
    const { begin, beat } = createStillAtIt(
      (line) => void lines.push(`${now / 1_000} ${line}`),
      () => now,
    );
    begin('one');
    for (; now < 12_000; now += 1_000) beat();
    begin('two');
    for (; now < 22_000; now += 1_000) beat();
    assert.deepEqual(lines, [
      '0 one',
      '5 still at it: one',
      '10 still at it: one',
      '12 two',
      '17 still at it: two',
    ]);
  });
});
