import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';

/** A finding that stands, with the reason for it. The id is cdk-nag's, `Rule` or `Rule[finding]`. */
export type Acknowledgement = { readonly id: string; readonly reason: string };

/** Has the synthesis of an app fail on each finding of the two packs that nobody has acknowledged. */
export const checkWithNag = (app: App): void => {
  Validations.of(app).addPlugins(
    new AwsSolutionsChecks(app, { verbose: true }),
    new ServerlessChecks(app, { verbose: true }),
  );
};

/** Lets one finding at one construct stand. It is written where the resource is, so that the reason stands beside the cause. */
export const acknowledge = (construct: IConstruct, acknowledgement: Acknowledgement): void => {
  Validations.of(construct).acknowledge(acknowledgement);
};
