import { basename, dirname } from 'node:path';

/** How far the tests of a file are from a source file: of the same name, of the same room, other tables, laws. */
const distance = (testFile: string, sourceFile: string): number => {
  if (testFile.includes('/property/')) return 3;
  if (basename(testFile, '.test.ts') === basename(sourceFile, '.ts')) return 0;
  return testFile.split('/').includes(basename(dirname(sourceFile))) ? 1 : 2;
};

/** Test files in the order in which they are likely to notice a change to a source file, the quick ones first. */
export const nearestFirst = (testFiles: readonly string[], sourceFile: string): readonly string[] =>
  testFiles.toSorted((a, b) => distance(a, sourceFile) - distance(b, sourceFile));
