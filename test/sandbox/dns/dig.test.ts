import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import {
  ChangeResourceRecordSetsCommand,
  type ResourceRecordSet,
  Route53Client,
} from '@aws-sdk/client-route-53';
import { type DnsServer, startDns } from '../../../infra/sandbox/dns/server.ts';
import { startRoute53 } from '../../../infra/sandbox/route53/server.ts';

const run = promisify(execFile);
const judge = 'dig';
const skip = spawnSync(judge, ['-v']).error === undefined ? false : `${judge} is not installed`;

const set = (Name: string, Type: 'A' | 'AAAA' | 'CNAME' | 'TXT', ...values: string[]) => ({
  Name,
  Type,
  TTL: 180,
  ResourceRecords: values.map((Value) => ({ Value })),
});
const many = Array.from({ length: 120 }, (_, i) => `10.1.0.${i}`);
const sets: readonly ResourceRecordSet[] = [
  set('web.shop.fed.svc.tokyo.seamark.example', 'A', '203.0.113.10'),
  set(
    'web.shop.fed.svc.tokyo-a.tokyo.seamark.example',
    'CNAME',
    'web.shop.fed.svc.tokyo.seamark.example',
  ),
  set('*.shop.seamark.example', 'AAAA', '2001:db8::7'),
  set('owner.seamark.example', 'TXT', '"say \\"hi\\"" "two"'),
  set('many.seamark.example', 'A', ...many),
  {
    Name: 'lb.seamark.example',
    Type: 'A',
    AliasTarget: {
      HostedZoneId: 'Z32O12XQLNTSW2',
      DNSName: 'lb-1.eu-west-1.elb.amazonaws.com',
      EvaluateTargetHealth: false,
    },
  },
];

/** Both stand-ins, with the records written through the AWS SDK. */
const startBoth = async (t: TestContext): Promise<DnsServer> => {
  const random = (): number => randomInt(1_000_000) / 1_000_000;
  const limits = { processingMs: 0 };
  const route53 = await startRoute53({ now: Date.now, random, limits });
  const credentials = { accessKeyId: 'any', secretAccessKey: 'thing' };
  const client = new Route53Client({ endpoint: route53.url, region: 'us-east-1', credentials });
  const dns = await startDns({
    zones: () =>
      route53.zones().map(({ id, name }) => ({ name, recordSets: route53.recordSets(id) })),
  });
  t.after(async () => {
    client.destroy();
    await Promise.all([dns.close(), route53.close()]);
  });
  const write = (HostedZoneId: string, wanted: readonly ResourceRecordSet[]) =>
    client.send(
      new ChangeResourceRecordSetsCommand({
        HostedZoneId,
        ChangeBatch: {
          Changes: wanted.map((ResourceRecordSet) => ({ Action: 'CREATE', ResourceRecordSet })),
        },
      }),
    );
  await write(route53.createZone({ name: 'seamark.example' }), sets);
  const balancer = set('lb-1.eu-west-1.elb.amazonaws.com', 'A', '198.51.100.9');
  await write(route53.createZone({ name: 'elb.amazonaws.com' }), [balancer]);
  return dns;
};

type Row = { readonly question: readonly string[]; readonly answer: readonly string[] };

const rows: readonly Row[] = [
  { question: ['web.shop.fed.svc.tokyo.seamark.example'], answer: ['203.0.113.10'] },
  {
    question: ['web.shop.fed.svc.tokyo-a.tokyo.seamark.example', 'A'],
    answer: ['web.shop.fed.svc.tokyo.seamark.example.', '203.0.113.10'],
  },
  { question: ['anything.shop.seamark.example', 'AAAA'], answer: ['2001:db8::7'] },
  { question: ['owner.seamark.example', 'TXT'], answer: ['"say \\"hi\\"" "two"'] },
  { question: ['lb.seamark.example'], answer: ['198.51.100.9'] },
  { question: ['+bufsize=512', 'many.seamark.example'], answer: many },
  { question: ['+tcp', 'many.seamark.example'], answer: many },
  { question: ['none.seamark.example'], answer: [] },
];

describe('dig reads what was written to Route 53', { skip }, () => {
  it('with every record, over UDP and TCP', async (t) => {
    const { host, port } = await startBoth(t);
    const dig = async (...words: readonly string[]): Promise<string> =>
      (await run(judge, [`@${host}`, '-p', `${port}`, '+time=3', '+tries=1', ...words])).stdout;
    for (const { question, answer } of rows) {
      const lines = (await dig('+short', ...question)).split('\n').filter((line) => line !== '');
      assert.deepEqual(lines, answer, question.join(' '));
    }
    assert.match(await dig('none.seamark.example'), /status: NXDOMAIN[\s\S]*IN\tSOA\t/);
    assert.match(await dig('shop.seamark.example'), /status: NOERROR[\s\S]*ANSWER: 0/);
    assert.match(await dig('elsewhere.example'), /status: REFUSED/);
    const plain = await dig('web.shop.fed.svc.tokyo.seamark.example');
    assert.match(plain, /flags: qr aa rd;/);
    assert.doesNotMatch(plain, /malformed|extra bytes|Warning: .*message/i);
  });
});
