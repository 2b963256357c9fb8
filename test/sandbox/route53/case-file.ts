import { readFileSync } from 'node:fs';

const fixtures = new URL('../../fixtures/', import.meta.url);

/** A fixture by its path below `test/fixtures`, in the shape that its test expects of it. */
export const fixture = <T>(path: string): T =>
  // The files are part of the repository; a wrong shape fails the assertions that read it.
  JSON.parse(readFileSync(new URL(path, fixtures), 'utf8')) as T;

/** A case of `test/fixtures/cases/route53` by its file name without `.json`. */
export const route53Case = <T>(name: string): T => fixture<T>(`cases/route53/${name}.json`);
