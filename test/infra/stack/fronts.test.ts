import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WebhookSettings } from '../../../infra/settings/settings.ts';
import { otherSettings, someSettings } from './some-settings.ts';
import { at, ofType, synthesise } from './synthesise.ts';

const byUrl = synthesise(someSettings());
const byApi = synthesise(otherSettings());

describe('the audit webhook behind a function URL', () => {
  it('asks for no signature, as no API server can sign', () => {
    assert.deepEqual(at(byUrl, 'AuditWebhook/Front').properties, {
      AuthType: 'NONE',
      InvokeMode: 'BUFFERED',
      TargetFunctionArn: '<Functions/audit-webhook.Arn>',
    });
  });

  it('has both permissions that a URL needs since October 2025, and no other way in', () => {
    assert.deepEqual(
      ofType(byUrl, 'AWS::Lambda::Permission').map(({ properties }) => properties),
      [
        {
          Action: 'lambda:InvokeFunction',
          FunctionName: '<Functions/audit-webhook.Arn>',
          InvokedViaFunctionUrl: true,
          Principal: '*',
        },
        {
          Action: 'lambda:InvokeFunctionUrl',
          FunctionName: '<Functions/audit-webhook.Arn>',
          FunctionUrlAuthType: 'NONE',
          Principal: '*',
        },
      ],
    );
    assert.deepEqual(ofType(byUrl, 'AWS::ApiGatewayV2::Api'), []);
  });

  it('has its cost bounded by reserved concurrency', () => {
    const { properties } = at(byUrl, 'Functions/audit-webhook');
    assert.equal(properties['ReservedConcurrentExecutions'], 10);
  });

  it('reserves nothing in an account that has no room, where the settings say so', () => {
    const webhook: WebhookSettings = {
      front: { kind: 'function-url' },
      reservedConcurrency: 'none',
      tokenHashes: {},
    };
    const roomless = synthesise({ ...someSettings(), webhook });
    const { properties } = at(roomless, 'Functions/audit-webhook');
    assert.ok(!('ReservedConcurrentExecutions' in properties));
  });
});

describe('the audit webhook behind an HTTP API', () => {
  const front = 'AuditWebhook/Front';

  it('asks for a client certificate of the truststore, by TLS 1.2 or later', () => {
    const { properties } = at(byApi, `${front}/Domain`);
    assert.deepEqual(properties, {
      DomainName: 'audit.example.org',
      DomainNameConfigurations: [
        {
          CertificateArn: 'arn:aws:acm:eu-west-1:444455556666:certificate/0f0f',
          EndpointType: 'REGIONAL',
          SecurityPolicy: 'TLS_1_2',
        },
      ],
      MutualTlsAuthentication: { TruststoreUri: 's3://seamark-trust/clients/roots.pem' },
    });
  });

  it('asks for one of a certain version of the truststore, where the settings name it', () => {
    const { webhook, ...rest } = otherSettings();
    assert.ok(webhook?.front.kind === 'http-api');
    const newer = { ...webhook, front: { ...webhook.front, truststoreVersion: 'v2' } };
    const { properties } = at(synthesise({ ...rest, webhook: newer }), `${front}/Domain`);
    assert.deepEqual(properties['MutualTlsAuthentication'], {
      TruststoreUri: 's3://seamark-trust/clients/roots.pem',
      TruststoreVersion: 'v2',
    });
  });

  it('can not be reached around the certificate', () => {
    assert.equal(at(byApi, front).properties['DisableExecuteApiEndpoint'], true);
    assert.deepEqual(ofType(byApi, 'AWS::Lambda::Url'), []);
  });

  it('has one route, whose events look like those of a function URL', () => {
    const routes = ofType(byApi, 'AWS::ApiGatewayV2::Route');
    assert.deepEqual(
      routes.map(({ properties }) => properties['RouteKey']),
      ['POST /'],
    );
    const { properties } = at(byApi, `${front}/Route/Integration`);
    assert.equal(properties['PayloadFormatVersion'], '2.0');
  });

  it('is throttled and logged, tokens left out', () => {
    const { properties } = at(byApi, `${front}/Stage`);
    assert.deepEqual(properties['DefaultRouteSettings'], {
      ThrottlingBurstLimit: 90,
      ThrottlingRateLimit: 60,
    });
    const { DestinationArn, Format } = properties['AccessLogSettings'] as {
      readonly [key: string]: string; // the stage has one, as the next lines say
    };
    assert.equal(DestinationArn, `<${front}/AccessLogs.Arn>`);
    assert.doesNotMatch(Format ?? '', /authoriz|header/i);
    assert.equal(JSON.parse(Format ?? '')['requestId'], '$context.requestId');
  });

  it('alone may call the function, and the function is bounded all the same', () => {
    const callers = ofType(byApi, 'AWS::Lambda::Permission').filter(({ properties }) =>
      String(properties['FunctionName']).includes('audit-webhook'),
    );
    assert.deepEqual(
      callers.map(({ properties }) => [properties['Principal'], properties['SourceArn']]),
      [['apigateway.amazonaws.com', `arn:aws:execute-api:eu-west-1:444455556666:<${front}>/*/*/`]],
    );
    const { properties } = at(byApi, 'Functions/audit-webhook');
    assert.equal(properties['ReservedConcurrentExecutions'], 10);
  });
});

describe('the audit logs of EKS clusters', () => {
  it('may call their function from their own log group only', () => {
    const callers = ofType(byApi, 'AWS::Lambda::Permission').filter(({ properties }) =>
      String(properties['FunctionName']).includes('audit-logs'),
    );
    assert.deepEqual(
      callers.map(({ properties }) => properties),
      ['control', 'oslo'].map((cluster) => ({
        Action: 'lambda:InvokeFunction',
        FunctionName: '<Functions/audit-logs.Arn>',
        Principal: 'logs.amazonaws.com',
        SourceAccount: '444455556666',
        SourceArn: `arn:aws:logs:eu-west-1:444455556666:log-group:/aws/eks/${cluster}/cluster:*`,
      })),
    );
  });

  it('are subscribed to where the settings say so, each after its log group was looked at', () => {
    const filters = ofType(byApi, 'AWS::Logs::SubscriptionFilter');
    assert.deepEqual(
      filters.map(({ properties }) => [properties['LogGroupName'], properties['DestinationArn']]),
      ['control', 'oslo'].map((cluster) => [
        `/aws/eks/${cluster}/cluster`,
        '<Functions/audit-logs.Arn>',
      ]),
    );
    for (const [index, cluster] of ['control', 'oslo'].entries()) {
      const check = at(byApi, `AuditLogs/SlotCheck/${cluster}/Default`);
      assert.deepEqual(check.properties, {
        Cluster: cluster,
        DestinationArn: '<Functions/audit-logs.Arn>',
        LogGroup: `/aws/eks/${cluster}/cluster`,
        ServiceTimeout: '90',
        ServiceToken: '<AuditLogs/SlotCheck/Function.Arn>',
      });
      assert.match(
        JSON.stringify(filters[index]?.attributes['DependsOn']),
        new RegExp(`AuditLogsSlotCheck${cluster}`),
      );
    }
  });

  it('need no function and no check where nobody subscribes', () => {
    assert.deepEqual(ofType(byUrl, 'Custom::LogSlotCheck'), []);
    assert.deepEqual(ofType(byUrl, 'AWS::Logs::SubscriptionFilter'), []);
  });
});

describe('access entries', () => {
  it('are made for the EKS clusters of the own account and region, by one user and group', () => {
    const entries = ofType(byApi, 'AWS::EKS::AccessEntry').map(({ properties }) => properties);
    const role = (name: string): string => `<Functions/${name}/Role.Arn>`;
    assert.deepEqual(
      entries.map((entry) => [entry['ClusterName'], entry['PrincipalArn']]),
      [
        ['bergen', 'arn:aws:iam::444455556666:role/bergen-access'],
        ['control', role('cluster-health')],
        ['control', role('reconcile-service')],
        ['control', role('resync')],
        ['oslo', role('cluster-health')],
        ['oslo', role('reconcile-service')],
        ['oslo', role('resync')],
      ],
    );
    for (const entry of entries) {
      assert.equal(entry['Type'], 'STANDARD');
      assert.equal(entry['Username'], 'seamark');
      assert.deepEqual(entry['KubernetesGroups'], ['seamark']);
      assert.equal(entry['AccessPolicies'], undefined);
    }
  });
});
