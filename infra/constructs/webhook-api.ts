import { Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  ApiMapping,
  DomainName,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge } from '../nag.ts';
import type { WebhookFront } from '../settings/settings.ts';
import { createLogGroup, type LogKeeping } from './federation-function.ts';

export type WebhookApiProps = {
  readonly target: IFunction;
  readonly front: Extract<WebhookFront, { kind: 'http-api' }>;
  readonly logs: LogKeeping;
};

/** An API server posts at most 10 batches a second with bursts of 15 (kube-apiserver, audit webhook): room for six of them. */
const throttle = { rateLimit: 60, burstLimit: 90 };

/**
 * An HTTP API before the audit webhook: one route, on a domain of its own that lets in only clients with a certificate of the
 * truststore. The API's default address, which asks for none, is off. Its events (payload 2.0) look like those of a function URL.
 */
export class WebhookApi extends Construct {
  readonly url: string;
  /** What the domain's name must be an alias or CNAME of. */
  readonly domainTarget: string;

  constructor(scope: Construct, id: string, { target, front, logs }: WebhookApiProps) {
    super(scope, id);
    const api = new HttpApi(this, 'Resource', {
      apiName: `${Stack.of(this).stackName}-audit-webhook`,
      description: 'Takes audit events of Kubernetes clusters',
      disableExecuteApiEndpoint: true,
      createDefaultStage: false,
    });
    const route = new HttpRoute(this, 'Route', {
      httpApi: api,
      routeKey: HttpRouteKey.with('/', HttpMethod.POST),
      integration: new HttpLambdaIntegration('Integration', target),
    });
    acknowledge(route, {
      id: 'AwsSolutions-APIG4',
      reason:
        "The domain asks for a client certificate, and the function for the cluster's bearer token",
    });
    const stage = new HttpStage(this, 'Stage', {
      httpApi: api,
      autoDeploy: true,
      throttle,
      accessLogSettings: {
        destination: new LogGroupLogDestination(createLogGroup(this, 'AccessLogs', logs)),
        format: accessLogFormat,
      },
    });
    const domain = this.createDomain(front);
    new ApiMapping(this, 'Mapping', { api, domainName: domain, stage });
    this.url = `https://${front.domainName}/`;
    this.domainTarget = domain.regionalDomainName;
  }

  private createDomain(front: WebhookApiProps['front']): DomainName {
    const { host: bucketName, pathname } = new URL(front.truststore);
    return new DomainName(this, 'Domain', {
      domainName: front.domainName,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', front.certificateArn),
      securityPolicy: SecurityPolicy.TLS_1_2,
      mtls: {
        bucket: Bucket.fromBucketName(this, 'Truststore', bucketName),
        key: pathname.slice(1),
        ...(front.truststoreVersion === undefined ? {} : { version: front.truststoreVersion }),
      },
    });
  }
}

/** Who came with which certificate, and what became of it; never a header, and so never a token. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    requestTime: '$context.requestTime',
    ip: '$context.identity.sourceIp',
    certificate: '$context.identity.clientCert.subjectDN',
    route: '$context.routeKey',
    status: '$context.status',
    responseLength: '$context.responseLength',
    integrationError: '$context.integrationErrorMessage',
  }),
);
