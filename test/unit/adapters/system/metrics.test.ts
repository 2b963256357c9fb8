import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type MetricKind, metrics } from '../../../../lib/core/model/metric.ts';
import { emfFaults } from '../../../support/emf-faults.ts';
import { createRecordingTelemetry } from './recording-telemetry.ts';

const documentsOf = (
  use: (telemetry: ReturnType<typeof createRecordingTelemetry>['telemetry']) => void,
) => {
  const { telemetry, documents } = createRecordingTelemetry();
  use(telemetry);
  telemetry.flush();
  for (const document of documents()) assert.deepEqual(emfFaults(document, Date.now()), []);
  return documents().map((document) => {
    const { _aws, ...members } = JSON.parse(document);
    return { directive: _aws.CloudWatchMetrics[0], members };
  });
};

describe('metrics', () => {
  it('sums are one value, samples all of them; no dimension is one empty set', () => {
    const [document, ...more] = documentsOf(({ measure }) => {
      for (const durationMs of [12, 0, 30]) {
        measure('Passes', 1);
        measure('PassDurationMs', durationMs);
      }
    });
    assert.deepEqual(more, []);
    assert.deepEqual(document?.directive, {
      Namespace: 'Seamark/demo',
      Dimensions: [[]],
      Metrics: [
        { Name: 'Passes', Unit: 'Count' },
        { Name: 'PassDurationMs', Unit: 'Milliseconds' },
      ],
    });
    assert.deepEqual(document?.members, { Passes: 3, PassDurationMs: [12, 0, 30] });
  });

  it('one document for each cluster and zone; readiness also for all clusters together', () => {
    const documents = documentsOf(({ measure }) => {
      measure('ClusterReady', 1, { cluster: 'tokyo' });
      measure('ClusterReady', 0, { cluster: 'oregon' });
      measure('ProbeMs', 7, { cluster: 'tokyo' });
      measure('PendingOldestMs', 3, { zone: 'Z1' });
      measure('PendingOldestMs', 4, { zone: 'Z1' });
    });
    assert.deepEqual(
      documents.map(({ directive, members }) => [directive.Dimensions, members]),
      [
        [[[], ['cluster']], { cluster: 'tokyo', ClusterReady: 1 }],
        [[[], ['cluster']], { cluster: 'oregon', ClusterReady: 0 }],
        [[['cluster']], { cluster: 'tokyo', ProbeMs: 7 }],
        [[['zone']], { zone: 'Z1', PendingOldestMs: [3, 4] }],
      ],
    );
  });

  it('nothing is written of nothing', () => {
    assert.deepEqual(
      documentsOf(({ measure }) => {
        measure('Enqueued', 0);
        measure('PassDurationMs', Number.NaN);
        measure('PassDurationMs', Number.POSITIVE_INFINITY);
        measure('ClusterReady', 1, { cluster: '' });
      }),
      [],
    );
  });

  it('what was written is forgotten', () => {
    const { telemetry, documents } = createRecordingTelemetry();
    telemetry.measure('Passes', 1);
    telemetry.flush();
    telemetry.flush();
    assert.equal(documents().length, 1);
  });

  it('more values than a document takes go into several, each with its dimension', () => {
    const documents = documentsOf(({ measure }) => {
      for (let at = 0; at < 250; at += 1) {
        measure('PendingOldestMs', at, { zone: 'Z1' });
        measure('Batches', 1);
      }
    });
    const values = documents.flatMap(({ members }) => members.PendingOldestMs ?? []);
    assert.deepEqual(
      values,
      Array.from({ length: 250 }, (_, at) => at),
    );
    assert.deepEqual(
      documents.map(({ members }) => [members.zone, members.Batches]),
      [
        ['Z1', undefined],
        ['Z1', undefined],
        ['Z1', undefined],
        [undefined, 250],
      ],
    );
  });

  it('every metric makes a valid document', () => {
    const { telemetry, documents } = createRecordingTelemetry();
    // The cast lets any name and its place go in; the table of kinds says which belong together.
    const measure = telemetry.measure as unknown as (
      name: string,
      value: number,
      place?: object,
    ) => void;
    for (const [name, { by }] of Object.entries<MetricKind>(metrics)) {
      measure(name, 1, by === undefined ? undefined : { [by]: 'one' });
    }
    telemetry.flush();
    for (const document of documents()) assert.deepEqual(emfFaults(document, Date.now()), []);
    const written = documents().flatMap((document) =>
      JSON.parse(document)._aws.CloudWatchMetrics[0].Metrics.map(
        (one: { Name: string }) => one.Name,
      ),
    );
    assert.deepEqual(written.sort(), Object.keys(metrics).sort());
  });
});

describe('a federation pays', () => {
  const kinds = Object.values<MetricKind>(metrics);
  const billed = (clusters: number, zones: number): number =>
    kinds.reduce(
      (sum, { by, total }) =>
        sum + (by === undefined ? 1 : by === 'cluster' ? clusters : zones) + (total ? 1 : 0),
      0,
    );

  it('for no more than 40 metrics with three clusters and one zone, whatever happens', () => {
    assert.ok(billed(3, 1) <= 40, `${billed(3, 1)} metrics`);
  });

  it('for dimensions that grow with clusters and zones alone', () => {
    assert.ok(kinds.every(({ by }) => by === undefined || by === 'cluster' || by === 'zone'));
  });
});

describe('the checker of documents refuses', () => {
  const good = {
    _aws: {
      Timestamp: 1_000,
      CloudWatchMetrics: [
        { Namespace: 'a', Dimensions: [['zone']], Metrics: [{ Name: 'm', Unit: 'Count' }] },
      ],
    },
    zone: 'Z1',
    m: 1,
  };
  const directive = good._aws.CloudWatchMetrics[0];
  const withDirective = (change: object): object => ({
    ...good,
    _aws: { ...good._aws, CloudWatchMetrics: [{ ...directive, ...change }] },
  });
  const faults = (document: object | string): number =>
    emfFaults(typeof document === 'string' ? document : JSON.stringify(document), 2_000).length;

  it('nothing that is good', () => assert.equal(faults(good), 0));
  for (const [title, document] of [
    ['no JSON', 'INFO {}'],
    ['an old time', { ...good, _aws: { ...good._aws, Timestamp: -15 * 86_400_000 } }],
    ['no directive', { ...good, _aws: { ...good._aws, CloudWatchMetrics: [] } }],
    ['no set of dimensions', withDirective({ Dimensions: [] })],
    ['a dimension without a value', withDirective({ Dimensions: [['cluster']] })],
    ['a dimension that is a number', { ...good, zone: 1 }],
    ['a metric without a value', withDirective({ Metrics: [{ Name: 'n' }] })],
    ['a value that is a text', { ...good, m: '1' }],
    ['a value in too long a list', { ...good, m: Array.from({ length: 101 }, () => 1) }],
    ['an unknown unit', withDirective({ Metrics: [{ Name: 'm', Unit: 'ms' }] })],
    ['an unknown member', withDirective({ Value: 1 })],
    ['a namespace with blanks', withDirective({ Namespace: 'a b' })],
  ] as const) {
    it(title, () => assert.ok(faults(document) > 0));
  }
});
