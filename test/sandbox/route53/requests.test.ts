import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ChangeResourceRecordSetsCommand,
  GetChangeCommand,
  InvalidChangeBatch,
  ListHostedZonesCommand,
  ListResourceRecordSetsCommand,
  NoSuchHostedZone,
  PriorRequestNotComplete,
  type ResourceRecordSet,
  type Route53Client,
} from '@aws-sdk/client-route-53';
import { route53Case } from './case-file.ts';
import { create, recordSet, startHarness, upsert } from './harness.ts';

const zoneName = 'example.com';
const a = recordSet(`a.${zoneName}`, 'A', '192.0.2.1');

type Refusal = { name: string; message: string; $metadata: { httpStatusCode?: number } };

const refusalOf = async (sent: Promise<unknown>): Promise<Refusal> => {
  try {
    await sent;
  } catch (error) {
    // Every refusal of the SDK has these fields.
    return error as Refusal;
  }
  return assert.fail('the request was not refused');
};

/** Walks all pages the way a client must: the SDK has no paginator for this operation. */
const pages = async (
  client: Route53Client,
  HostedZoneId: string,
  MaxItems: number,
): Promise<readonly (readonly ResourceRecordSet[])[]> => {
  const found: ResourceRecordSet[][] = [];
  let start = {};
  for (;;) {
    const page = await client.send(
      new ListResourceRecordSetsCommand({ HostedZoneId, MaxItems, ...start }),
    );
    found.push(page.ResourceRecordSets ?? []);
    assert.equal(page.IsTruncated === true, page.NextRecordName !== undefined);
    if (page.IsTruncated !== true) return found;
    start = {
      StartRecordName: page.NextRecordName,
      StartRecordType: page.NextRecordType,
      ...(page.NextRecordIdentifier === undefined
        ? {}
        : { StartRecordIdentifier: page.NextRecordIdentifier }),
    };
  }
};

describe('paging', () => {
  it('gives every set once in listing order, at most 300 a page', async (t) => {
    const { change, client, server, zoneId } = await startHarness(t, zoneName, { burst: 500 });
    const names = Array.from({ length: 350 }, (_, i) => `n${i}.a${i % 7}.${zoneName}`);
    await change(...names.map((name) => create(recordSet(name, 'A', '192.0.2.1'))));
    const weighted = (id: string): ResourceRecordSet => ({
      ...recordSet(`w.${zoneName}`, 'A', '192.0.2.1'),
      SetIdentifier: id,
      Weight: 1,
    });
    await change(...['c', 'a', 'b'].map((id) => create(weighted(id))));
    const expected = server
      .recordSets(zoneId)
      .map(({ name, type, setIdentifier }) => `${name} ${type} ${setIdentifier ?? ''}`);
    for (const size of [1, 7, 100, 300, 1000]) {
      const found = await pages(client, zoneId, size);
      const all = found.flat().map((s) => `${s.Name} ${s.Type} ${s.SetIdentifier ?? ''}`);
      assert.deepEqual(all, expected, `${size} a page`);
      assert.ok(found.every((page) => page.length <= Math.min(size, 300)));
    }
    assert.equal(expected.length, 355);
    assert.deepEqual(
      expected.slice(-3),
      ['a', 'b', 'c'].map((id) => `w.${zoneName}. A ${id}`),
    );
  });

  it('gives 100 sets when no size is asked for', async (t) => {
    const { change, list } = await startHarness(t, zoneName);
    const many = Array.from({ length: 120 }, (_, i) => `n${i}.${zoneName}`);
    await change(...many.map((name) => create(recordSet(name, 'A', '192.0.2.1'))));
    assert.equal((await list()).length, 98);
  });

  it('sorts by reversed labels with the dot counted, then by type', async (t) => {
    const { change, list } = await startHarness(t, zoneName);
    const names = ['b', 'a.b', 'a', 'a-b', 'x.a', '*'];
    await change(
      ...names.map((name) => create(recordSet(`${name}.${zoneName}`, 'TXT', '"t"'))),
      create(recordSet(`a.${zoneName}`, 'A', '192.0.2.1')),
    );
    assert.deepEqual(
      (await list()).map(({ Name, Type }) => `${Name?.slice(0, -zoneName.length - 2)} ${Type}`),
      ['\\052 TXT', 'a-b TXT', 'a A', 'a TXT', 'x.a TXT', 'b TXT', 'a.b TXT'].sort((x, y) => {
        const key = (row: string): string =>
          `${row.split(' ')[0]?.split('.').reverse().join('.')}.`;
        return key(x) < key(y) ? -1 : key(x) > key(y) ? 1 : x < y ? -1 : 1;
      }),
    );
  });

  it('refuses a type without a name and an identifier without a type', async (t) => {
    const { client, zoneId } = await startHarness(t, zoneName);
    const starts = [
      { StartRecordType: 'A' as const },
      { StartRecordName: 'a.example.com', StartRecordIdentifier: 'x' },
    ];
    for (const start of starts) {
      const list = new ListResourceRecordSetsCommand({ HostedZoneId: zoneId, ...start });
      assert.equal((await refusalOf(client.send(list))).name, 'InvalidInput');
    }
  });
});

describe('limits in time', () => {
  it('throttles beyond 50 requests at once and 10 a second (R19)', async (t) => {
    const { answers } = route53Case<{
      input: { answers: [{ code: string; httpStatus: number; message: string }] };
    }>('R19-throttling-is-http-400').input;
    const { client, server, advance } = await startHarness(t, zoneName);
    const ask = (): Promise<unknown> => client.send(new ListHostedZonesCommand({}));
    const outcomes = async (count: number): Promise<number> => {
      const results = await Promise.allSettled(Array.from({ length: count }, ask));
      return results.filter(({ status }) => status === 'fulfilled').length;
    };
    assert.equal(await outcomes(60), 50);
    const refusal = await refusalOf(ask());
    assert.deepEqual(
      {
        code: refusal.name,
        httpStatus: refusal.$metadata.httpStatusCode,
        message: refusal.message,
      },
      answers[0],
    );
    advance(1000);
    assert.equal(await outcomes(20), 10);
    advance(3_600_000);
    assert.equal(await outcomes(60), 50);
    server.setThrottle(true);
    advance(3_600_000);
    assert.equal(await outcomes(3), 0);
    server.setThrottle(false);
    assert.equal(await outcomes(3), 3);
  });

  it('counts an operation against a bucket of its own too', async (t) => {
    const { change, client, advance } = await startHarness(t, zoneName, { burst: 3 });
    advance(60_000);
    await client.send(new ListHostedZonesCommand({}));
    await client.send(new ListHostedZonesCommand({}));
    await change(create(a));
  });

  it('answers PriorRequestNotComplete while the zone is busy', async (t) => {
    const { client, server, zoneId, advance } = await startHarness(t, zoneName, {
      processingMs: 500,
    });
    const other = server.createZone({ name: 'other.example' });
    const send = (HostedZoneId: string, set: ResourceRecordSet): Promise<unknown> =>
      client.send(
        new ChangeResourceRecordSetsCommand({
          HostedZoneId,
          ChangeBatch: { Changes: [upsert(set)] },
        }),
      );
    await send(zoneId, a);
    advance(499);
    const refusal = await refusalOf(send(zoneId, a));
    assert.ok(refusal instanceof PriorRequestNotComplete);
    assert.equal(
      refusal.message,
      'The request was rejected because Route 53 was still processing a prior request.',
    );
    assert.equal(refusal.$metadata.httpStatusCode, 400);
    await send(other, recordSet('a.other.example', 'A', '192.0.2.1'));
    advance(1);
    await send(zoneId, a);
  });

  it('is not busy after a refused batch', async (t) => {
    const { client, zoneId } = await startHarness(t, zoneName, { processingMs: 500 });
    const send = (name: string): Promise<unknown> =>
      client.send(
        new ChangeResourceRecordSetsCommand({
          HostedZoneId: zoneId,
          ChangeBatch: { Changes: [create(recordSet(name, 'A', '192.0.2.1'))] },
        }),
      );
    assert.ok((await refusalOf(send('a.elsewhere.org'))) instanceof InvalidChangeBatch);
    await send('a.example.com');
  });

  it('turns a change from PENDING to INSYNC', async (t) => {
    const { client, zoneId, advance } = await startHarness(t, zoneName, { propagationMs: 30_000 });
    const { ChangeInfo } = await client.send(
      new ChangeResourceRecordSetsCommand({
        HostedZoneId: zoneId,
        ChangeBatch: { Comment: 'why <not> & how', Changes: [create(a)] },
      }),
    );
    assert.match(ChangeInfo?.Id ?? '', /^\/change\/C[A-Z0-9]{20}$/);
    const status = async (): Promise<string | undefined> => {
      const got = await client.send(new GetChangeCommand({ Id: ChangeInfo?.Id ?? '' }));
      assert.equal(got.ChangeInfo?.Comment, 'why <not> & how');
      return got.ChangeInfo?.Status;
    };
    assert.equal(ChangeInfo?.Status, 'PENDING');
    advance(29_999);
    assert.equal(await status(), 'PENDING');
    advance(1);
    assert.equal(await status(), 'INSYNC');
    const missing = await refusalOf(client.send(new GetChangeCommand({ Id: 'C0MISSING' })));
    assert.equal(missing.name, 'NoSuchChange');
  });
});

describe('the log of calls', () => {
  it('tells operation, zone, time and outcome of each request', async (t) => {
    const { change, client, server, zoneId } = await startHarness(t, zoneName);
    await change(create(a));
    await refusalOf(change(create(a)));
    const missing = await refusalOf(
      client.send(new ListResourceRecordSetsCommand({ HostedZoneId: 'Z0MISSING' })),
    );
    assert.ok(missing instanceof NoSuchHostedZone);
    assert.equal(missing.message, 'No hosted zone found with ID: Z0MISSING');
    assert.equal(missing.$metadata.httpStatusCode, 404);
    assert.deepEqual(
      server.calls().map(({ action, zoneId: zone, outcome }) => [action, zone, outcome]),
      [
        ['ChangeResourceRecordSets', zoneId, 'ok'],
        ['ChangeResourceRecordSets', zoneId, 'InvalidChangeBatch'],
        ['ListResourceRecordSets', 'Z0MISSING', 'NoSuchHostedZone'],
      ],
    );
    const [first, second] = server.calls();
    assert.equal((second?.at ?? 0) - (first?.at ?? 0), 1000);
  });
});
