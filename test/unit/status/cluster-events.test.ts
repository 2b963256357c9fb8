import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClusterCondition } from '../../../lib/core/model/cluster.ts';
import { clusterEvents } from '../../../lib/core/status/cluster-events.ts';
import { aCluster } from '../../support/builders/cluster.ts';

const condition = (
  type: ClusterCondition['type'],
  status: ClusterCondition['status'],
  message: string,
): ClusterCondition => ({
  type,
  status,
  reason: 'Any',
  message,
  lastProbeTime: '2026-01-05T10:00:00Z',
  lastTransitionTime: '2026-01-05T10:00:00Z',
});

const ready = [condition('Ready', 'True', 'ok'), condition('Offline', 'False', 'reachable')];
const unwell = [condition('Ready', 'False', 'sick'), condition('Offline', 'False', 'reachable')];
const offline = [condition('Ready', 'False', 'silent'), condition('Offline', 'True', 'silent')];

const table: readonly [string, typeof ready, typeof ready, readonly string[]][] = [
  ['a cluster that was just joined', [], ready, ['Normal ClusterReady: ok']],
  ['a cluster that stays ready', ready, ready, []],
  ['a cluster that turns unwell', ready, unwell, ['Warning ClusterNotReady: sick']],
  ['a cluster that stays unwell', unwell, unwell, []],
  ['a cluster that falls silent', unwell, offline, ['Warning ClusterOffline: silent']],
  ['a cluster that is back', offline, ready, ['Normal ClusterReady: ok']],
  ['a look that found nothing', ready, [], []],
  [
    'a cluster whose conditions say different things: that which turned',
    ready,
    [condition('Ready', 'Unknown', 'who knows'), condition('Offline', 'True', 'silent')],
    ['Warning ClusterOffline: silent'],
  ],
  [
    'a cluster whose conditions stand in another order',
    ready,
    [condition('Offline', 'False', 'reachable'), condition('Ready', 'False', 'sick')],
    ['Warning ClusterNotReady: sick'],
  ],
  [
    'a cluster that has a lot to say',
    ready,
    [condition('Ready', 'False', 'x'.repeat(501))],
    [`Warning ClusterNotReady: ${'x'.repeat(500)}`],
  ],
];

describe('Events of a look at a cluster', () => {
  for (const [title, before, found, expected] of table) {
    it(`of ${title}`, () => {
      const events = clusterEvents(aCluster('tokyo', { conditions: before }), found);
      assert.deepEqual(
        events.map(({ type, reason, message }) => `${type} ${reason}: ${message}`),
        expected,
      );
      for (const { subject } of events) {
        assert.deepEqual(subject, { kind: 'Cluster', name: 'tokyo', uid: 'uid-tokyo' });
      }
    });
  }
});
