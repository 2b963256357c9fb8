import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { settingsJsonSchema } from './json-schema.ts';
import { withTables } from './settings-document.ts';

/** `npm run docs:settings`: writes the JSON schema of the settings file and the tables of docs/settings.md. */
const schema = settingsJsonSchema();
const schemaPath = resolve(import.meta.dirname, 'settings.schema.json');
await writeFile(schemaPath, `${JSON.stringify(schema, undefined, 2)}\n`);
const documentPath = resolve(import.meta.dirname, '../../docs/settings.md');
const document = await readFile(documentPath, 'utf8');
await writeFile(documentPath, withTables(document, schema));
process.stdout.write(`Wrote ${schemaPath} and ${documentPath}\n`);
