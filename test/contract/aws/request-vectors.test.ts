import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRoute53HostedZones } from '../../../lib/adapters/route53/hosted-zones.ts';
import { canonicalName } from '../../../lib/adapters/route53/names.ts';
import { createRoute53RecordStore } from '../../../lib/adapters/route53/record-store.ts';
import { callerReference } from '../../../lib/core/dns/select-zone.ts';
import { isApplicable } from '../../support/not-applicable.ts';
import { readVectors, wanted } from '../../support/read-vectors.ts';
import { toValueSet, type VectorRecord } from '../../support/vector-records.ts';
import { recordingRoute53 } from './route53-recorder.ts';

const topic = 'route53-provider';

const casesOf = <Given, Expect>(kind: string) =>
  readVectors<Given, Expect>(topic, kind).filter(({ name }) => isApplicable(topic, name));

type Sent = {
  readonly HostedZoneId?: string;
  readonly ChangeBatch?: {
    readonly Changes?: readonly {
      readonly Action?: string;
      readonly ResourceRecordSet?: Listed;
    }[];
  };
};
type Listed = {
  readonly Name?: string;
  readonly Type?: string;
  readonly TTL?: number;
  readonly ResourceRecords?: readonly { readonly Value?: string }[];
};

const listed = ({ name, type, ttl, rrdatas }: VectorRecord): Listed => ({
  Name: `${canonicalName(name)}.`,
  Type: type,
  ...(ttl === undefined ? {} : { TTL: ttl }),
  ResourceRecords: rrdatas.map((Value) => ({ Value })),
});

describe('what a change sends: vectors', () => {
  type Given = {
    readonly add: readonly VectorRecord[];
    readonly remove: readonly VectorRecord[];
    readonly serviceError?: string;
  };
  type Expect = {
    readonly requests?: readonly {
      readonly changes: readonly { readonly action: string; readonly record: VectorRecord }[];
    }[];
    readonly requestCount?: number;
    readonly error?: boolean | string;
  };
  for (const one of casesOf<Given, Expect>('changeset')) {
    it(one.name, async () => {
      const { add, remove, serviceError } = one.given;
      const failure = Object.assign(new Error('[no]'), { name: serviceError ?? '' });
      const { client, requests } = recordingRoute53<Sent>(serviceError ? [failure] : []);
      const store = createRoute53RecordStore(client);
      const result = await store.change('Z1', [
        ...remove.map((record) => ({ action: 'DELETE' as const, recordSet: toValueSet(record) })),
        ...add.map((record) => ({ action: 'CREATE' as const, recordSet: toValueSet(record) })),
      ]);
      const expected = wanted(one);
      assert.equal(result.kind, serviceError ? 'refused' : 'accepted');
      // One request each, none of which asks for the state of a change, and no repetition.
      assert.equal(requests.length, expected.requestCount ?? expected.requests?.length ?? 1);
      for (const [index, request] of (expected.requests ?? []).entries()) {
        const sent = requests[index];
        assert.equal(sent?.HostedZoneId, 'Z1');
        assert.deepEqual(
          sent.ChangeBatch?.Changes,
          request.changes
            .filter(({ action }) => action !== 'UPSERT')
            .map(({ action, record }) => ({ Action: action, ResourceRecordSet: listed(record) })),
        );
      }
    });
  }
});

describe('what a read finds: vectors', () => {
  type Stored = VectorRecord & { readonly aliasTarget?: string };
  type Given = { readonly pages: readonly (readonly Stored[])[]; readonly name: string };
  type Expect = { readonly records: readonly VectorRecord[]; readonly startRecordName?: string };
  const page = (records: readonly Stored[]) => ({
    ResourceRecordSets: records.map(({ aliasTarget, ...record }) =>
      aliasTarget === undefined
        ? { ...listed(record), Name: record.name }
        : {
            Name: record.name,
            Type: record.type,
            AliasTarget: { HostedZoneId: 'Z2', DNSName: aliasTarget, EvaluateTargetHealth: false },
          },
    ),
    IsTruncated: false,
  });
  for (const one of casesOf<Given, Expect>('get')) {
    it(one.name, async () => {
      const { client, requests } = recordingRoute53<{ readonly StartRecordName?: string }>(
        one.given.pages.map(page),
      );
      const found = await createRoute53RecordStore(client).readName('Z1', one.given.name);
      const { records, startRecordName } = wanted(one);
      assert.deepEqual(
        found.map(({ name, type, ttlSeconds = 0, values }) => ({
          name,
          type,
          ttl: ttlSeconds,
          rrdatas: values,
        })),
        records,
      );
      if (startRecordName) assert.equal(requests[0]?.StartRecordName, `${startRecordName}.`);
      assert.equal(requests.length, 1);
    });
  }
});

describe('hosted zones: vectors', () => {
  type Zone = { readonly id: string; readonly name: string };
  type Given = {
    readonly pages?: readonly (readonly Zone[])[];
    readonly listError?: string;
    readonly create?: string;
  };
  type Expect = { readonly zones?: readonly Zone[]; readonly error?: boolean };
  const errorOf = (code: string): Error =>
    /network/.test(code)
      ? Object.assign(new Error(code), { code: 'ECONNREFUSED' })
      : Object.assign(new Error(code), { name: code, $metadata: { httpStatusCode: 400 } });
  for (const one of casesOf<Given, Expect>('zones')) {
    it(one.name, async () => {
      const { pages = [], listError, create } = one.given;
      const answers = pages.map((zones, index) => ({
        HostedZones: zones.map(({ id, name }) => ({ Id: id, Name: name, CallerReference: 'r' })),
        IsTruncated: index < pages.length - 1,
        ...(index < pages.length - 1 ? { NextMarker: `m${index}` } : {}),
      }));
      const failing = listError === undefined ? answers : [errorOf(listError)];
      const { client, requests } = recordingRoute53<{ readonly CallerReference?: string }>(failing);
      const zones = createRoute53HostedZones(client);
      const expected = wanted(one);
      if (create !== undefined) {
        const references = [1, 2].map(() => callerReference('ufp', create));
        for (const reference of references) await zones.create(create, reference);
        const [first, second] = requests;
        assert.equal(first?.CallerReference, second?.CallerReference);
        return;
      }
      if (expected.error) {
        await assert.rejects(zones.list(), { name: 'ControllerError' });
        return;
      }
      assert.deepEqual(
        (await zones.list()).map(({ id, name }) => ({ id, name })),
        expected.zones?.map(({ id, name }) => ({ id, name: canonicalName(name) })),
      );
      assert.equal(requests.length, pages.length);
    });
  }

  for (const one of readVectors<{ readonly hostedZones: readonly Zone[] }, Expect>(
    topic,
    'provider',
  )) {
    if (!/^TestZones(List|ID)$/.test(one.name)) continue;
    it(one.name, async () => {
      const HostedZones = one.given.hostedZones.map(({ id, name }) => ({
        Id: id,
        Name: name,
        CallerReference: 'r',
      }));
      const { client } = recordingRoute53([{ HostedZones, IsTruncated: false }]);
      const found = await createRoute53HostedZones(client).list();
      const expected = one.expect.zones ?? [{ name: 'example.com', id: 'example.com' }];
      assert.deepEqual(
        found.map(({ id, name }) => ({ name, id })),
        expected,
      );
    });
  }
});
