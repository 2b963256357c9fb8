import { styleText } from 'node:util';

/** Where the sandbox writes: a terminal, or a pipe or file. */
export type Output = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

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

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 100;
const labelWidth = 14;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Opens a screen on an output; it looks good from 60 columns on and assumes 80 where the output has no width. */
export const createScreen = (output: Output, now: () => number): Screen => {
  const live = output.isTTY === true;
  const width = Math.min(Math.max(output.columns ?? 80, 60), 100);
  const active = new Set<string>();
  let frame = 0;
  let timer: NodeJS.Timeout | undefined;

  const paint = (style: Style, text: string): string => styleText(style, text, { stream: output });

  const clearFoot = (): void => {
    if (live && active.size > 0) output.write('\r\x1b[2K');
  };
  const drawFoot = (): void => {
    if (!live || active.size === 0) return;
    const text = `  ${frames[frame % frames.length]} ${[...active].join(', ')}`;
    output.write(`\r\x1b[2K${text.slice(0, width - 1)}`);
  };
  const line = (text = ''): void => {
    clearFoot();
    output.write(`${text}\n`);
    drawFoot();
  };
  const tick = (): void => {
    frame += 1;
    drawFoot();
  };
  const begin = (label: string): void => {
    clearFoot();
    active.add(label);
    if (live) timer ??= setInterval(tick, frameMs).unref();
    drawFoot();
  };
  const stopTimer = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const end = (label: string): void => {
    clearFoot();
    active.delete(label);
    drawFoot();
    if (active.size === 0) stopTimer();
  };

  return {
    width,
    paint,
    line,
    step: (label) => {
      const startedAt = now();
      begin(label);
      return {
        done: (detail) => {
          end(label);
          const took = seconds(now() - startedAt);
          const text = `${label.padEnd(labelWidth)} ${detail}`;
          const gap = Math.max(width - 6 - text.length - took.length, 1);
          line(`  ${paint('green', '✓')} ${text}${' '.repeat(gap)}${paint('dim', took)}`);
        },
        failed: (reason) => {
          end(label);
          line(`  ${paint('red', '✗')} ${label.padEnd(labelWidth)} ${reason}`);
        },
      };
    },
    close: () => {
      clearFoot();
      active.clear();
      stopTimer();
    },
  };
};
