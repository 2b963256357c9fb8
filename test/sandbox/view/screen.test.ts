import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import { createScreen } from '../../../infra/sandbox/view/screen.ts';

const openScreen = (terminal: boolean) => {
  const output = Object.assign(new PassThrough(), terminal ? { isTTY: true, columns: 80 } : {});
  let time = 0;
  const screen = createScreen(output, () => time);
  return {
    screen,
    pass: (ms: number) => {
      time += ms;
    },
    written: () => String(output.read() ?? '').replaceAll('\r\u001b[2K', '<clear>'),
  };
};

describe('a screen that is no terminal', () => {
  test('shows each step once it has ended, and never moves the cursor', () => {
    const { screen, pass, written } = openScreen(false);
    const step = screen.step('kubernetes');
    assert.equal(written(), '');
    pass(1_240);
    step.done('host, tokyo');
    screen.step('aws').failed('the port is taken');
    screen.line('end');
    screen.close();
    const [done = '', failed, end] = written().split('\n');
    assert.match(done, /^ {2}✓ kubernetes {5}host, tokyo +1\.2 s$/);
    assert.ok(done.length <= 80);
    assert.equal(failed, '  ✗ aws            the port is taken');
    assert.equal(end, 'end');
  });
});

describe('a screen on a terminal', () => {
  test('keeps one moving line at its foot that names what is under way', () => {
    const { screen, written } = openScreen(true);
    const first = screen.step('functions');
    screen.step('aws');
    assert.match(written(), /<clear> {2}\S functions, aws$/);
    screen.line('text');
    assert.match(written(), /<clear>text\n<clear> {2}\S functions, aws$/);
    first.done('5 bundles');
    assert.match(written(), /5 bundles.*\n<clear> {2}\S aws$/);
    screen.close();
    assert.equal(written(), '<clear>');
  });
});
