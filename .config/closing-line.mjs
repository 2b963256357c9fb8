/** Test reporter that prints one line at the end: `N passed, N failed, N skipped`. */
export default async function* closingLine(source) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details?.type === 'suite') continue;
    if (data.skip !== undefined) count.skipped += 1;
    else count[type === 'test:pass' ? 'passed' : 'failed'] += 1;
  }
  const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
  yield `\n${count.passed} passed, ${count.failed} failed${skipped}\n`;
}
