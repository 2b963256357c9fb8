import { type Conditions, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';

/** What a statement allows, on what, and under which conditions. */
export type Allowance = {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: Conditions;
};

/** A statement that allows; the name says what for. None for no resources, as IAM takes no empty list. */
export const allow = (
  sid: string,
  { actions, resources, conditions }: Allowance,
): readonly PolicyStatement[] =>
  resources.length === 0
    ? []
    : [
        new PolicyStatement({
          sid,
          effect: Effect.ALLOW,
          actions: [...actions],
          resources: [...resources],
          ...(conditions !== undefined && { conditions }),
        }),
      ];
