import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { jsonFaultOffset } from '../../../infra/settings/json-fault.ts';
import { faultyKeys } from '../../../infra/settings/json-keys.ts';
import { readSettings } from '../../../infra/settings/read-settings.ts';
import { least, settingsFolder } from './settings-folder.ts';

const { path, messageOf, faultsOf } = await settingsFolder();

const text = JSON.stringify(least, undefined, 2);
const lines = (count: number): string => '\n'.repeat(count - 1);

describe('a file that holds no settings', () => {
  const cases: readonly (readonly [title: string, bytes: string | Uint8Array, reason: string])[] = [
    ['nothing', '', 'is empty'],
    ['space', ' \n\t', 'is empty'],
    ['a byte order mark', `\uFEFF${text}`, 'starts with a byte order mark: save it without'],
    ['UTF-16', Buffer.from(text, 'utf16le'), 'is not JSON: there is a fault at line 1, column 2'],
    ['bytes', Uint8Array.of(0xff, 0xfe, 0x00), 'is not UTF-8: save it in that encoding'],
    ['half a file', text.slice(0, -3), 'is not JSON: it ends too early'],
    [
      'two files',
      text + text,
      `is not JSON: there is a fault at line ${text.split('\n').length}, column 2`,
    ],
    ['a word', 'settings', 'is not JSON: there is a fault at line 1, column 1'],
    ['a list', '[]', 'holds no object'],
    ['null', 'null', 'holds no object'],
    ['more than anybody writes', `${text}${' '.repeat(300_000)}`, 'is larger than 262144 bytes'],
    [
      'a comment',
      text.replace('{', '{ // of the shop'),
      'is not JSON: it takes no comments, and one starts at line 1, column 3',
    ],
    [
      'a comma too many',
      text.replace(/\}$/, ',}').replace('\n,}', ',\n}'),
      `is not JSON: a comma stands before the closing bracket at line ${text.split('\n').length}, column 1`,
    ],
    [
      'single quotes',
      `${lines(3)}{'account': 1}`,
      'is not JSON: it takes double quotes only, and a single one stands at line 3, column 2',
    ],
    ['deep lists', '['.repeat(100_000), 'is not JSON: it ends too early'],
    ['deep lists that end', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'holds no object'],
  ];
  for (const [title, bytes, reason] of cases) {
    it(`but ${title}`, async () => {
      assert.equal(await messageOf(bytes), `Cannot use settings FILE: the file ${reason}`);
    });
  }

  it('as there is none', async () => {
    await assert.rejects(readSettings(`${path}.lost`), {
      message: `Cannot use settings ${path}.lost: the file is not there: copy seamark.config.json of this project to it and change the copy, or name another file with -c settings=PATH`,
    });
  });

  it('as it is none', async () => {
    await mkdir(`${path}.d`);
    await assert.rejects(readSettings(`${path}.d`), /: the file is a folder or a device$/);
    await assert.rejects(readSettings('/dev/null'), /: the file is a folder or a device$/);
    await assert.rejects(readSettings(`${path}/below`), /: the file cannot be read \(ENOTDIR\)$/);
  });
});

const withText = (part: string): string => text.replace(/\}$/, `,${part}}`);

describe('a key that cannot be meant', () => {
  const cases: readonly (readonly [part: string, faults: readonly string[]])[] = [
    ['"federation": "other"', ['federation stands there twice']],
    ['"feder\\u0061tion": "other"', ['federation stands there twice']],
    [
      '"webhook": {"tokenHashes": {"a": [], "a": []}}',
      ['webhook.tokenHashes.a stands there twice', 'webhook.tokenHashes.a is empty'],
    ],
    [
      '"eksClusters": [{"name": "a"}, {"name": "b", "name": "c"}]',
      ['eksClusters[1].name stands there twice'],
    ],
    [
      '"__proto__": {"ttlSeconds": 5}',
      ['__proto__ is a name that cannot be used', '__proto__ is no setting'],
    ],
    [
      '"elbZoneIds": {"constructor": "Z1"}',
      ['elbZoneIds.constructor is a name that cannot be used'],
    ],
  ];
  for (const [part, faults] of cases) {
    it(part, async () => {
      const message = await messageOf(withText(part));
      assert.deepEqual(message.split('\n- ').slice(1), faults);
    });
  }

  it('brings nothing into the objects that settings are made of', async () => {
    await messageOf(withText('"__proto__": {"ttlSeconds": 5}'));
    assert.equal('ttlSeconds' in {}, false);
  });

  it('is cut short and escaped before it is told', async () => {
    const [odd, long] = await faultsOf({
      ...least,
      'a\u001b[2J\u009b\u202e\n- b': 1,
      [`x${'y'.repeat(1_000)}`]: 1,
    });
    assert.equal(odd, '"a\\u001b[2J\\u{9b}\\u{202e}\\n- b" is no setting');
    assert.equal(long, `"x${'y'.repeat(63)}..." is no setting`);
  });

  it('is told fifty times at most', async () => {
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, key) => [`q${key}`, key]));
    const message = await messageOf(JSON.stringify({ ...least, ...many }));
    assert.match(message, /^Cannot use settings FILE: 2000 faults\n/);
    assert.match(message, /\n- and 1950 more$/);
  });

  it('is found however deep it lies', () => {
    const depth = 50_000;
    const deep = `${'{"a":['.repeat(depth)}{"b":1,"b":2}${']}'.repeat(depth)}`;
    const [fault, ...more] = faultyKeys(deep);
    assert.equal(fault?.path.length, 2 * depth + 1);
    assert.deepEqual(more, []);
  });
});

describe('the place of a fault in JSON', () => {
  /** Where the engine stumbles, as far as it tells; undefined if the text is JSON. */
  const stumble = (candidate: string): { readonly at: number | undefined } | undefined => {
    try {
      JSON.parse(candidate);
      return undefined;
    } catch (error) {
      const message = String(error);
      const position = /position (\d+)/.exec(message)?.[1];
      if (position !== undefined) return { at: Number(position) };
      return { at: message.includes('end of JSON input') ? candidate.length : undefined };
    }
  };

  it('is the end of what is JSON', () => {
    const property = fc.property(fc.json(), (json) => jsonFaultOffset(json) === json.length);
    fc.assert(property, { numRuns: 1_000 });
  });

  it('is the beginning of the token in which the engine stumbles', () => {
    const edit = fc.record({
      at: fc.nat(),
      drop: fc.nat(3),
      put: fc.string({ maxLength: 3, unit: fc.constantFrom(...'{}[]",:0123456789.eE-+tfn \\/\n') }),
    });
    const property = fc.property(fc.json({ maxDepth: 3 }), edit, (json, { at, drop, put }) => {
      const start = at % (json.length + 1);
      const edited = json.slice(0, start) + put + json.slice(start + drop);
      const engine = stumble(edited);
      const offset = jsonFaultOffset(edited);
      if (engine === undefined) return offset === edited.length;
      if (engine.at === undefined) return offset < edited.length;
      const between = edited.slice(offset, engine.at);
      return offset <= engine.at && !/^[^"]*[{}[\],:\s]/.test(between);
    });
    fc.assert(property, { numRuns: 5_000 });
  });
});
