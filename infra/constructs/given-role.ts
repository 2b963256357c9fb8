import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';

/** A role that the settings give: who of the stack must be able to assume it, and what it must allow. */
export type GivenRole = {
  readonly roleArn: string;
  readonly callers: readonly string[];
  readonly statements: readonly PolicyStatement[];
};
