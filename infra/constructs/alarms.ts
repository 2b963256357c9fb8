import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { AlarmRule } from './alarm-rule.ts';

export type AlarmsProps = {
  readonly rules: readonly AlarmRule[];
  /** Who hears of it, and of its end. */
  readonly topic?: ITopic;
};

/** One alarm a rule, named for the stack and the rule, with the place in the runbook in its description. */
export class Alarms extends Construct {
  constructor(scope: Construct, id: string, { rules, topic }: AlarmsProps) {
    super(scope, id);
    const { stackName } = Stack.of(this);
    for (const rule of rules) {
      const alarm = new Alarm(this, rule.name, {
        alarmName: `${stackName}-${rule.name}`,
        alarmDescription: `${rule.means}. What to do: docs/runbook.md#${rule.heading.toLowerCase()}`,
        metric: rule.metric,
        threshold: rule.threshold,
        comparisonOperator:
          rule.comparison ?? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        evaluationPeriods: rule.periods ?? 1,
        treatMissingData: rule.missing ?? TreatMissingData.NOT_BREACHING,
      });
      if (topic !== undefined) {
        alarm.addAlarmAction(new SnsAction(topic));
        alarm.addOkAction(new SnsAction(topic));
      }
    }
  }
}
