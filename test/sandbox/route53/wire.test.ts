import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startHarness } from './harness.ts';

const namespace = 'https://route53.amazonaws.com/doc/2013-04-01/';
const authorization = 'AWS4-HMAC-SHA256 Credential=any/thing';

const changeBody = (changes: string): string =>
  `<?xml version="1.0"?><ChangeResourceRecordSetsRequest xmlns="${namespace}"><ChangeBatch><Changes>${changes}</Changes></ChangeBatch></ChangeResourceRecordSetsRequest>`;
const txt = (value: string): string =>
  `<Change><Action>CREATE</Action><ResourceRecordSet><Name>t.example.com</Name><Type>TXT</Type><TTL>60</TTL><ResourceRecords><ResourceRecord><Value>${value}</Value></ResourceRecord></ResourceRecords></ResourceRecordSet></Change>`;

type Row = {
  readonly title: string;
  readonly body: string;
  readonly code: string;
  readonly message: RegExp;
};

const rows: readonly Row[] = [
  { title: 'no XML', body: 'hello', code: 'MalformedInput', message: /parse/ },
  { title: 'broken XML', body: '<a><b></a>', code: 'MalformedInput', message: /parse/ },
  {
    title: 'a document type',
    body: `<!DOCTYPE x [<!ENTITY e "boom">]>${changeBody(txt('"&e;"'))}`,
    code: 'MalformedInput',
    message: /parse/,
  },
  {
    title: 'an entity of its own',
    body: changeBody(txt('"&e;"')),
    code: 'MalformedInput',
    message: /unknown entity &e;/,
  },
  {
    title: 'another root',
    body: '<ChangeBatch></ChangeBatch>',
    code: 'MalformedInput',
    message: /^ChangeBatch is not valid, expected ChangeResourceRecordSetsRequest$/,
  },
  {
    title: 'no changes',
    body: changeBody(''),
    code: 'InvalidInput',
    message: /'changeBatch.changes' failed to satisfy constraint/,
  },
  {
    title: 'an unknown action',
    body: changeBody(txt('"x"').replace('CREATE', 'PATCH')),
    code: 'InvalidInput',
    message: /Value 'PATCH' at 'changeBatch.changes.1.member.action'/,
  },
  {
    title: 'an unknown type',
    body: changeBody(txt('"x"').replace('TXT', 'ALIAS')),
    code: 'InvalidInput',
    message: /Value 'ALIAS' at 'changeBatch.changes.1.member.resourceRecordSet.type'/,
  },
  {
    title: 'a TTL that is no number',
    body: changeBody(txt('"x"').replace('60', 'soon')),
    code: 'MalformedInput',
    message: /'soon' is not a valid value for TTL/,
  },
  {
    title: 'an empty list of values',
    body: changeBody(
      '<Change><Action>CREATE</Action><ResourceRecordSet><Name>t.example.com</Name><Type>A</Type><TTL>60</TTL><ResourceRecords></ResourceRecords></ResourceRecordSet></Change>',
    ),
    code: 'InvalidInput',
    message: /resourceRecords' failed to satisfy constraint/,
  },
];

describe('requests on the wire', () => {
  for (const { title, body, code, message } of rows) {
    it(`${title} is answered ${code}`, async (t) => {
      const { server, zoneId } = await startHarness(t, 'example.com');
      const response = await fetch(`${server.url}/2013-04-01/hostedzone/${zoneId}/rrset/`, {
        method: 'POST',
        headers: { authorization },
        body,
      });
      const answer = await response.text();
      assert.equal(response.status, 400);
      assert.ok(answer.includes(`<ErrorResponse xmlns="${namespace}"><Error><Type>Sender</Type>`));
      assert.equal(/<Code>(.*)<\/Code>/.exec(answer)?.[1], code);
      assert.match(
        /<Message>(.*)<\/Message>/
          .exec(answer)?.[1]
          ?.replaceAll('&apos;', "'")
          .replaceAll('&amp;', '&') ?? '',
        message,
      );
      assert.equal(server.recordSets(zoneId).length, 2);
    });
  }

  it('takes character references and gives every value back escaped', async (t) => {
    const { server, zoneId } = await startHarness(t, 'example.com');
    const url = `${server.url}/2013-04-01/hostedzone/${zoneId}/rrset`;
    const value = '"&lt;a&gt; &amp; &#233; &#x2603; &quot;\\&quot;"'.replace('&quot;\\', '\\');
    const headers = { authorization };
    const sent = await fetch(url, { method: 'POST', headers, body: changeBody(txt(value)) });
    assert.equal(sent.status, 200, await sent.text());
    assert.equal(server.recordSets(zoneId).at(-1)?.values[0], '"<a> & é ☃ \\""');
    const listed = await (await fetch(url, { headers })).text();
    assert.ok(listed.includes('<Value>&quot;&lt;a&gt; &amp; é ☃ \\&quot;&quot;</Value>'), listed);
  });

  it('refuses what has no credentials and what is no operation', async (t) => {
    const { server } = await startHarness(t, 'example.com');
    const unsigned = await fetch(`${server.url}/2013-04-01/hostedzone`);
    assert.equal(unsigned.status, 403);
    assert.match(await unsigned.text(), /<Code>MissingAuthenticationToken<\/Code>/);
    const unknown = await fetch(`${server.url}/2013-04-01/healthcheck`, {
      headers: { authorization },
    });
    assert.equal(unknown.status, 404);
    assert.match(await unknown.text(), /Cannot answer GET \/2013-04-01\/healthcheck/);
  });
});
