/** Thrown for a command line that can't be meant; its text is "Cannot <verb> <object>: <reason>" with the way out. */
export class UsageError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'UsageError';
  }
}
