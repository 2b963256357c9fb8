import { readFileSync } from 'node:fs';

// The file is part of the repository and holds nothing else.
const reasons = JSON.parse(
  readFileSync(new URL('../fixtures/not-applicable.json', import.meta.url), 'utf8'),
) as { readonly [place: string]: string };

/** False if the case of that topic and name can't hold here; test/fixtures/not-applicable.json tells why. */
export const isApplicable = (topic: string, name: string): boolean =>
  !(`${topic}/${name}` in reasons);
