import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv, type ValidateFunction } from 'ajv';
import { settingsJsonSchema } from '../../../infra/settings/json-schema.ts';
import { listSettings } from '../../../infra/settings/list-settings.ts';
import { keysShown, withTables } from '../../../infra/settings/settings-document.ts';
import { least, type RawFile, settingsFolder, shipped } from './settings-folder.ts';

const root = resolve(import.meta.dirname, '../../..');
const schemaFile: object = JSON.parse(
  await readFile(resolve(root, 'infra/settings/settings.schema.json'), 'utf8'),
);
const document = await readFile(resolve(root, 'docs/settings.md'), 'utf8');
const { read } = await settingsFolder();

const judge = (): ValidateFunction => new Ajv({ allErrors: true }).compile(schemaFile);

describe('the JSON schema of the settings file', () => {
  it('is the one that `npm run docs:settings` writes', () => {
    assert.deepEqual(schemaFile, settingsJsonSchema());
  });

  it('accepts the shipped file, which names it, and the least file', () => {
    const valid = judge();
    assert.equal(shipped['$schema'], './infra/settings/settings.schema.json');
    for (const file of [shipped, least]) assert.ok(valid(file), JSON.stringify(valid.errors));
  });

  const refused: readonly (readonly [part: RawFile, path: string])[] = [
    [{ fedaration: 'x' }, ''],
    [{ federation: 'No Label' }, '/federation'],
    [{ account: 111122223333 }, '/account'],
    [{ ttlSeconds: 0 }, '/ttlSeconds'],
    [{ hostNames: 'cname' }, '/hostNames'],
    [{ host: {} }, '/host'],
    [{ host: { eks: { name: 'a' }, kubeconfigSecret: 'b' } }, '/host'],
    [{ eksClusters: [{ cluster: 'a' }] }, '/eksClusters/0'],
    [{ webhook: { tokenHashes: { lyon: ['secret'] } } }, '/webhook/tokenHashes/lyon/0'],
    [{ delays: [] }, '/delays'],
    [{ logRetentionDays: 31 }, '/logRetentionDays'],
  ];
  for (const [part, path] of refused) {
    it(`refuses ${JSON.stringify(part)}`, () => {
      const valid = judge();
      assert.equal(valid({ ...least, ...part }), false);
      assert.deepEqual([...new Set(valid.errors?.map((error) => error.instancePath))], [path]);
    });
  }

  it('describes every setting', () => {
    assert.deepEqual(
      listSettings().filter(({ meaning }) => !/^[A-Z0-9].*\.$/.test(meaning)),
      [],
    );
  });
});

describe('docs/settings.md', () => {
  it('has the tables that `npm run docs:settings` writes', () => {
    assert.equal(document, withTables(document, settingsJsonSchema()));
  });

  it('shows each setting once', () => {
    const rows = [...document.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path]) => path ?? '');
    assert.deepEqual(
      rows.toSorted(),
      listSettings()
        .map(({ path }) => path)
        .toSorted(),
    );
    const top = listSettings().filter(({ path }) => !/[.[]/.test(path));
    assert.deepEqual([...keysShown(document)].sort(), top.map(({ path }) => path).sort());
  });

  it('has the defaults of the schema, and says what is required', () => {
    for (const { path, otherwise, required } of listSettings()) {
      const row = document.split('\n').find((line) => line.startsWith(`| \`${path}\` |`)) ?? '';
      const cell = row.split(' | ')[2];
      if (required) assert.equal(cell, 'required', path);
      else if (otherwise === undefined) assert.equal(cell, '', path);
      else if (cell !== '') assert.equal(cell, `\`${JSON.stringify(otherwise)}\``, path);
    }
  });

  it('has an example that is read', async () => {
    const example = /```json\n([\s\S]*?)```/.exec(document)?.[1] ?? '';
    const { federation, eksClusters } = await read(JSON.parse(example) as RawFile);
    assert.deepEqual([federation, eksClusters.length], ['shop', 1]);
  });

  it('writes no table of a setting that is not there', () => {
    const lost = '<!-- settings: federation lost -->\n<!-- end -->';
    assert.throws(() => withTables(lost, settingsJsonSchema()), /no setting lost$/);
  });
});
