import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { decodeLogSubscription } from '../../../../lib/adapters/audit/decode-log-subscription.ts';

const event = {
  kind: 'Event',
  apiVersion: 'audit.k8s.io/v1',
  level: 'RequestResponse',
  stage: 'ResponseComplete',
  verb: 'patch',
  user: { username: 'alice' },
  objectRef: { resource: 'endpoints', namespace: 'shop', name: 'web', apiVersion: 'v1' },
  responseStatus: { code: 200 },
};

const pack = (value: unknown): string => gzipSync(JSON.stringify(value)).toString('base64');

const delivery = (...messages: readonly unknown[]) => ({
  messageType: 'DATA_MESSAGE',
  owner: '111122223333',
  logGroup: '/aws/eks/tokyo/cluster',
  logStream: 'kube-apiserver-audit-0123456789abcdef0123456789abcdef',
  subscriptionFilters: ['seamark'],
  logEvents: messages.map((message, index) => ({ id: String(index), timestamp: 1, message })),
});

const whole = JSON.stringify(event);

describe('decodeLogSubscription', () => {
  it('reads the audit events of a log group', async () => {
    assert.deepEqual(await decodeLogSubscription(pack(delivery(whole))), {
      kind: 'data',
      logGroup: '/aws/eks/tokyo/cluster',
      skipped: 0,
      events: [
        {
          stage: 'ResponseComplete',
          verb: 'patch',
          username: 'alice',
          dryRun: false,
          statusCode: 200,
          apiGroup: '',
          resource: 'endpoints',
          namespace: 'shop',
          name: 'web',
        },
      ],
    });
  });

  const odd: readonly (readonly [string, unknown])[] = [
    ['the first part of an event that was split', whole.slice(0, 100)],
    ['the last part of it', whole.slice(100)],
    ['a line of another log', 'I0105 10:00:00.000000      10 controller.go:615] quota admission'],
    ['an empty line', ''],
    ['a number', 7],
    ['JSON that is no object', '[1]'],
    ['a JSON line of another log', JSON.stringify({ level: 'info', msg: 'listening' })],
    ['an event without a type', JSON.stringify({ ...event, kind: undefined })],
    [
      'an event of an old version',
      JSON.stringify({ ...event, apiVersion: 'audit.k8s.io/v1alpha1' }),
    ],
    ['an event about no object', JSON.stringify({ ...event, objectRef: undefined })],
  ];
  for (const [title, message] of odd) {
    it(`skips and counts ${title}`, async () => {
      const decoded = await decodeLogSubscription(pack(delivery(whole, message, whole)));
      assert.ok(decoded.kind === 'data');
      assert.equal(decoded.events.length, 2);
      assert.equal(decoded.skipped, 1);
    });
  }

  it('A15: takes the test of a destination for what it is', async () => {
    const file = new URL(
      '../../../fixtures/cases/audit/A15-cloudwatch-control-message.json',
      import.meta.url,
    );
    const { input } = JSON.parse(readFileSync(file, 'utf8'));
    assert.deepEqual(await decodeLogSubscription(input.lambda_event.awslogs.data), {
      kind: 'control',
    });
  });

  const problems: readonly (readonly [string, string, RegExp])[] = [
    ['nothing', '', /not gzip/],
    ['what is no base64', '%%%', /not gzip/],
    ['what is not packed', Buffer.from('{}').toString('base64'), /not gzip/],
    ['half a payload', pack(delivery(whole)).slice(0, 80), /not gzip/],
    ['what is no JSON', gzipSync('hello').toString('base64'), /not a JSON object/],
    ['a delivery without a group', pack({ ...delivery(), logGroup: 1 }), /no logGroup/],
    ['a delivery without events', pack({ ...delivery(), logEvents: {} }), /not a list/],
  ];
  for (const [title, data, says] of problems) {
    it(`has a problem with ${title}`, async () => {
      const decoded = await decodeLogSubscription(data);
      assert.ok(decoded.kind === 'problem');
      assert.match(decoded.problem, /^Cannot read a log subscription: /);
      assert.match(decoded.problem, says);
    });
  }

  it('unpacks no more than it may', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_001)).toString('base64');
    assert.ok(bomb.length < 2_000);
    const decoded = await decodeLogSubscription(bomb, 1_000_000);
    assert.deepEqual(decoded, {
      kind: 'problem',
      problem: 'Cannot read a log subscription: it unpacks to more than 1000000 bytes',
    });
  });
});
