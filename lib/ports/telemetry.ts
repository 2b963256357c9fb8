/** A value of a log line: short, never a secret. */
export type LogValue = string | number | boolean | readonly string[] | undefined;

/** Fields of a log line. */
export type LogFields = { readonly [name: string]: LogValue };

/** One structured log line a pass, and warnings that a person should see. */
export type Telemetry = {
  readonly info: (message: string, fields: LogFields) => void;
  readonly warn: (message: string, fields: LogFields) => void;
  /** For defects: carries the error with its stack. */
  readonly error: (message: string, fields: LogFields, error: unknown) => void;
};
