/** A step of what is left to do: what for, and the command or the text to do it with. */
export type Step = { readonly name: string; readonly what: string; readonly how: string };

/**
 * Steps of a kind, or their common form where there are too many: a stack has 200 outputs at most (CloudFormation, "Understand
 * CloudFormation quotas").
 */
export const fewOrForm = (steps: readonly Step[], form: readonly Step[]): readonly Step[] =>
  steps.length > mostOfAKind ? form : steps;

const mostOfAKind = 40;
