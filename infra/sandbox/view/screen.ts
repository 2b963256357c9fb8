import { styleText } from 'node:util';
import { createFoot, type Output } from './foot.ts';

/** The styles that the sandbox uses; none of them where the output is no terminal or NO_COLOR is set. */
export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan';

/** One thing under way: it shows as a moving line on a terminal, and as one line once it has ended. */
export type Step = {
  readonly done: (detail: string) => void;
  readonly failed: (reason: string) => void;
};

/** A page of text that grows downwards, with one moving line at its foot. */
export type Screen = {
  readonly width: number;
  readonly paint: (style: Style, text: string) => string;
  readonly line: (text?: string) => void;
  readonly step: (label: string) => Step;
  /** Takes the moving line away. */
  readonly close: () => void;
};

const labelWidth = 14;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Opens a screen on an output; it looks good from 60 columns on and assumes 80 where the output has no width. */
export const createScreen = (output: Output, now: () => number): Screen => {
  const width = Math.min(Math.max(output.columns ?? 80, 60), 100);
  const foot = createFoot(output, width);
  const paint = (style: Style, text: string): string => styleText(style, text, { stream: output });
  const line = (text = ''): void => foot.above(`${text}\n`);

  const step = (label: string): Step => {
    const startedAt = now();
    foot.begin(label);
    return {
      done: (detail) => {
        foot.end(label);
        const took = seconds(now() - startedAt);
        const text = `${label.padEnd(labelWidth)} ${detail}`;
        const gap = Math.max(width - 6 - text.length - took.length, 1);
        line(`  ${paint('green', '✓')} ${text}${' '.repeat(gap)}${paint('dim', took)}`);
      },
      failed: (reason) => {
        foot.end(label);
        line(`  ${paint('red', '✗')} ${label.padEnd(labelWidth)} ${reason}`);
      },
    };
  };
  return { width, paint, line, step, close: foot.close };
};
