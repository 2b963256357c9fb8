/** Hears how far something is. */
export type Progress = (what: string, done: number, of: number) => void;

/** Tells each tenth once. */
export const tenths = (tell: (line: string) => void): Progress => {
  let last = '';
  return (what, done, of) => {
    const line = `${what}: ${of === 0 ? done : `${Math.floor((10 * done) / of) * 10} %`}`;
    if (line === last) return;
    last = line;
    tell(line);
  };
};
