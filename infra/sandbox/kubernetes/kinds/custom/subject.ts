/** What to validate: a value at a path, and the value it replaces, whose faults are tolerated while it stays the same. */
export type Subject = {
  readonly path: string;
  readonly value: unknown;
  readonly old?: { readonly value: unknown } | undefined;
};
