import { readFileSync } from 'node:fs';

/** One case of a vector file; each test gives the shapes of what it reads. */
export type VectorCase<Given, Expect> = {
  readonly name: string;
  readonly kind?: string;
  readonly variant?: string;
  readonly given: Given;
  readonly expect: Expect;
  /** What a better system does: it replaces `expect` as a whole. */
  readonly desired?: Expect;
};

/** Reads the cases of `test/fixtures/vectors/<topic>.json`, all or those of one kind. */
export const readVectors = <Given, Expect>(
  topic: string,
  kind?: string,
): readonly VectorCase<Given, Expect>[] => {
  const text = readFileSync(new URL(`../fixtures/vectors/${topic}.json`, import.meta.url), 'utf8');
  // The caller names the shapes; the fixture files hold nothing else.
  const { cases } = JSON.parse(text) as { cases: readonly VectorCase<Given, Expect>[] };
  return kind === undefined ? cases : cases.filter((one) => one.kind === kind);
};

/** What a case asks for: `desired` where it is there, else `expect`. */
export const wanted = <Expect>(one: { expect: Expect; desired?: Expect }): Expect =>
  one.desired ?? one.expect;
