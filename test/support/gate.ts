/** Where a fake stands in a call: before its effect, or after the effect and before the caller learns of it. */
export type Step = { readonly call: string; readonly phase: 'before' | 'after' };

/** Called by every fake at every step; a throw is what the caller of the port sees. */
export type Gate = (step: Step) => void | Promise<void>;

/** Lets everything through. */
export const openGate: Gate = () => undefined;

/** Wraps one port call of a fake with its two steps. */
export const through = async <Result>(
  gate: Gate,
  call: string,
  effect: () => Result | Promise<Result>,
): Promise<Result> => {
  await gate({ call, phase: 'before' });
  const result = await effect();
  await gate({ call, phase: 'after' });
  return result;
};
