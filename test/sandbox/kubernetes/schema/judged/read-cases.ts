import { readFileSync } from 'node:fs';

/**
 * Reads inputs with the answers that the Go implementations gave: apimachinery v0.33.3 with
 * structured-merge-diff v4.6.0. One case a line; each test names the shape of its own.
 */
export function readCases<Case>(topic: 'apply' | 'strategic' | 'decode'): readonly Case[] {
  const text = readFileSync(new URL(`./${topic}-cases.jsonl`, import.meta.url), 'utf8');
  // The files hold nothing but cases of the shape that the test names.
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Case);
}
