import * as v from 'valibot';

/** The environment of a function: what Lambda calls its environment variables. */
export type Environment = { readonly [name: string]: string | undefined };

/** Shapes of settings by the names of their variables. */
export type Fields = { readonly [name: string]: v.GenericSchema<unknown, unknown> };

/** Values of settings, by the names of their variables. */
export type Values<Shape extends Fields> = {
  readonly [Name in keyof Shape]: v.InferOutput<Shape[Name]>;
};

/** What holds between variables. It is asked only if each of the variables by itself is without fault. */
export type Rule<All> = {
  readonly of: readonly (keyof All & string)[];
  readonly fault: (values: All) => string | undefined;
};

/**
 * Reads settings from the environment, once a cold start.
 *
 * @throws Error that lists every fault, so that one look is enough; values are never quoted.
 */
export const load = <const Shape extends Fields>(
  fields: Shape,
  environment: Environment = process.env,
  rules: readonly Rule<Values<Shape>>[] = [],
): Values<Shape> => {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(fields)) {
    const result = v.safeParse(schema, environment[name]);
    if (result.success) values[name] = result.output;
    else faults.push(...result.issues.map((issue) => `${name} ${issue.message}`));
  }
  // Every field of the shape was parsed by its own schema just above; rules see only what was without fault.
  const parsed = Object.freeze(values) as Values<Shape>;
  for (const { of, fault } of rules) {
    const found = of.every((name) => name in values) ? fault(parsed) : undefined;
    if (found !== undefined) faults.push(found);
  }
  if (faults.length > 0) {
    throw new Error(
      `Cannot start: the settings have ${faults.length} fault(s): ${faults.join('; ')}`,
    );
  }
  return parsed;
};
