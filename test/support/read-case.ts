import { readFileSync } from 'node:fs';

/** What people reported, and what a better system makes of it. */
export type ReportedCase<Input, Expect> = { readonly input: Input; readonly expect: Expect };

/** Reads `test/fixtures/cases/<path>.json`; each test gives the shapes of what it reads. */
export const readCase = <Input, Expect>(path: string): ReportedCase<Input, Expect> => {
  const text = readFileSync(new URL(`../fixtures/cases/${path}.json`, import.meta.url), 'utf8');
  // The caller names the shapes; the fixture files hold nothing else.
  return JSON.parse(text) as ReportedCase<Input, Expect>;
};
