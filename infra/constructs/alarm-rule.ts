import type { ComparisonOperator, IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';

/** When somebody must look, and where it is written down what to do then. */
export type AlarmRule = {
  /** Unique in the stack; part of the alarm's name. */
  readonly name: string;
  /** Heading in docs/runbook.md. */
  readonly heading: string;
  /** What has happened, in one sentence. */
  readonly means: string;
  readonly metric: IMetric;
  readonly threshold: number;
  /** Default: at least the threshold. */
  readonly comparison?: ComparisonOperator;
  /** Periods in a row; default one. */
  readonly periods?: number;
  /** Default: no data is no trouble. */
  readonly missing?: TreatMissingData;
};
