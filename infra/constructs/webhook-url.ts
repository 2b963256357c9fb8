import {
  FunctionUrl,
  FunctionUrlAuthType,
  type IFunction,
  InvokeMode,
} from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/**
 * A function URL before the audit webhook. A kube-apiserver can't sign requests, so the URL asks for nothing and the function for a
 * cluster's bearer token; reserved concurrency bounds what strangers can cost (spec aws, design 25). CDK gives the two permissions that
 * a URL needs since October 2025, `InvokeFunctionUrl` and `InvokeFunction` through the URL alone.
 */
export class WebhookUrl extends Construct {
  readonly url: string;

  constructor(scope: Construct, id: string, target: IFunction) {
    super(scope, id);
    this.url = new FunctionUrl(this, 'Resource', {
      function: target,
      authType: FunctionUrlAuthType.NONE,
      invokeMode: InvokeMode.BUFFERED,
    }).url;
  }
}
