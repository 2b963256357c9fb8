/** Why a tool is to end: somebody wants it to, or nobody reads what it says. */
export class Stopped extends Error {
  /** 128 and the number of the signal, as a shell reports it. */
  readonly exitCode: number;
  /** Nobody is there who would want to know. */
  readonly quietly: boolean;
  constructor(by: string, exitCode: number, { quietly = false } = {}) {
    super(`Stopped by ${by}`);
    this.name = 'Stopped';
    this.exitCode = exitCode;
    this.quietly = quietly;
  }
}
