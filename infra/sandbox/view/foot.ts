/** Where the sandbox writes: a terminal, or a pipe or file. */
export type Output = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

/** The moving line at the foot of a terminal: what is under way. Nothing shows where the output is no terminal. */
export type Foot = {
  readonly begin: (label: string) => void;
  readonly end: (label: string) => void;
  /** Writes text above the foot. */
  readonly above: (text: string) => void;
  /** Takes the foot away. */
  readonly close: () => void;
};

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 100;
const clear = '\r\x1b[2K';

/** A foot with nothing under way. */
export const createFoot = (output: Output, width: number): Foot => {
  const live = output.isTTY === true;
  const active = new Set<string>();
  let frame = 0;
  let timer: NodeJS.Timeout | undefined;

  const shows = (): boolean => live && active.size > 0;
  const draw = (): void => {
    if (!shows()) return;
    const text = `  ${frames[frame % frames.length]} ${[...active].join(', ')}`;
    output.write(`${clear}${text.slice(0, width - 1)}`);
  };
  const tick = (): void => {
    frame += 1;
    draw();
  };
  /** Changes what is under way, and the line and its clock with it. */
  const change = (act: () => void): void => {
    if (shows()) output.write(clear);
    act();
    draw();
    if (shows()) timer ??= setInterval(tick, frameMs).unref();
    else {
      clearInterval(timer);
      timer = undefined;
    }
  };
  return {
    begin: (label) => change(() => active.add(label)),
    end: (label) => change(() => active.delete(label)),
    above: (text) => change(() => output.write(text)),
    close: () => change(() => active.clear()),
  };
};
