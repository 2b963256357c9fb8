import { broken } from './faults.ts';
import type { Invocation } from './invocation.ts';

type Methods = { readonly [method: string]: (...args: never[]) => Promise<unknown> };

/** The port as one invocation sees it: every call passes the invocation, which may delay it, break it, or end with it. */
export const seenBy = <Port extends object>(
  invocation: Invocation,
  name: string,
  port: Port,
): Port => {
  const methods = Object.entries(port as unknown as Methods); // every port is a record of async functions
  const seen = methods.map(([method, real]) => [
    method,
    (...args: never[]) => invocation.call(`${name}.${method}`, args, () => real(...args)),
  ]);
  return Object.fromEntries(seen) as Port; // the same methods, each with the same arguments and result
};

/** A port whose calls never throw: what would be thrown becomes that answer. */
export const neverThrowing = <Port extends object>(port: Port, answers: Partial<Port>): Port => {
  const methods = Object.entries(port as unknown as Methods); // every port is a record of async functions
  const calm = methods.map(([method, real]) => {
    const instead: unknown = Object.getOwnPropertyDescriptor(answers, method)?.value;
    if (typeof instead !== 'function') return [method, real];
    return [method, (...args: never[]) => real(...args).catch(() => instead(...args))];
  });
  return Object.fromEntries(calm) as Port; // the same methods, each with the same arguments and result
};

/** Why a call failed, as ports that never throw put it. */
export const silence = { kind: 'silent', message: broken('healthz').message } as const;
