import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Problem } from '../../../lib/core/model/plan.ts';
import type { ServiceObject } from '../../../lib/core/model/service-object.ts';
import { differingNodePorts } from '../../../lib/core/status/node-ports.ts';
import { type ServiceNews, serviceEvents } from '../../../lib/core/status/service-events.ts';
import { aCluster } from '../../support/builders/cluster.ts';
import { aCopy, aService } from '../../support/builders/service.ts';

const since = '2026-01-05T10:00:00Z';

const serviceWith = (type: string, reason: string, message: string): ServiceObject =>
  aService({ conditions: [{ type, status: 'False', reason, message, lastTransitionTime: since }] });

const problem = (given: Partial<Problem>): Problem => ({
  condition: 'Propagated',
  reason: 'NamesakeRefused',
  message: 'tokyo already has one',
  cluster: 'tokyo',
  ...given,
});

const waiting = problem({ reason: 'WaitingForCluster', message: 'tokyo may still hold a copy' });
const noCluster: Problem = {
  condition: 'Propagated',
  reason: 'WaitingForCluster',
  message: 'the garbage collector has a minute',
};
const nodePorts: ServiceNews['after'] = [31_000, 31_999].map((nodePort, at) => ({
  cluster: aCluster(`cluster-${at}`),
  view: {
    kind: 'read',
    readyEndpoints: 1,
    service: aCopy({ spec: { type: 'NodePort', ports: [{ port: 80, nodePort }] } }),
  },
}));
const differing = differingNodePorts(nodePorts) ?? 'none';

const table: readonly [string, Partial<ServiceNews>, readonly string[]][] = [
  ['nothing that happened', {}, []],
  [
    'a copy that was made',
    { writes: [{ cluster: 'tokyo', kind: 'create' }] },
    ['Normal CreateInCluster: Created the copy in tokyo'],
  ],
  [
    'a copy that was changed',
    { writes: [{ cluster: 'tokyo', kind: 'update' }] },
    ['Normal UpdateInCluster: Updated the copy in tokyo'],
  ],
  [
    'W29: node ports that differ, told by the condition already',
    { after: nodePorts, service: serviceWith('Propagated', 'AllClusters', differing) },
    [],
  ],
  ['W29: node ports that differ', { after: nodePorts }, [`Warning NodePortsDiffer: ${differing}`]],
  [
    'a copy that was deleted',
    { writes: [{ cluster: 'tokyo', kind: 'delete' }] },
    ['Normal DeleteInCluster: Deleted the copy in tokyo'],
  ],
  [
    'W53: a copy that could not be made',
    { writes: [{ cluster: 'tokyo', kind: 'create', failed: 'no room' }] },
    ['Warning CreateInClusterFailed: tokyo: no room'],
  ],
  [
    'a copy that could not be changed',
    { writes: [{ cluster: 'tokyo', kind: 'update', failed: 'no room' }] },
    ['Warning UpdateInClusterFailed: tokyo: no room'],
  ],
  [
    'a copy that could not be deleted',
    { writes: [{ cluster: 'tokyo', kind: 'delete', failed: 'no room' }] },
    ['Warning DeleteInClusterFailed: tokyo: no room'],
  ],
  [
    'a failure that the condition tells already',
    {
      service: serviceWith('Propagated', 'ClusterFailed', 'tokyo: no room; ohio: gone'),
      writes: [{ cluster: 'tokyo', kind: 'update', failed: 'no room' }],
    },
    [],
  ],
  ['a namesake', { problems: [problem({})] }, ['Warning NamesakeRefused: tokyo already has one']],
  [
    'a problem that is told by another condition only',
    {
      service: serviceWith('DNSInSync', 'ForeignRecord', 'tokyo already has one'),
      problems: [problem({})],
    },
    ['Warning NamesakeRefused: tokyo already has one'],
  ],
  [
    'a condition too long to be compared',
    {
      service: serviceWith('Propagated', 'ClusterFailed', 'x'.repeat(1_024)),
      problems: [problem({})],
    },
    [],
  ],
  [
    'W50: a cluster that is waited for',
    {
      stage: 'removing-copies',
      problems: [waiting],
      clusters: [{ cluster: aCluster('tokyo'), view: { kind: 'not-ready' } }],
    },
    ['Normal WaitingForCluster: tokyo may still hold a copy'],
  ],
  [
    'W50: a cluster that answers with an error',
    {
      stage: 'removing-copies',
      problems: [waiting],
      clusters: [
        {
          cluster: aCluster('tokyo'),
          view: { kind: 'unread', failure: 'transient', message: 'refused' },
        },
      ],
    },
    ['Warning DeleteFailed: tokyo may still hold a copy'],
  ],
  [
    'W50: the garbage collector that is waited for, which is no cluster',
    { stage: 'removing-copies', problems: [noCluster] },
    ['Normal WaitingForCluster: the garbage collector has a minute'],
  ],
  [
    'W50: a cluster that is waited for, beside one that answers with an error',
    {
      stage: 'removing-copies',
      problems: [waiting],
      clusters: [
        {
          cluster: aCluster('oregon'),
          view: { kind: 'unread', failure: 'transient', message: 'refused' },
        },
        { cluster: aCluster('tokyo'), view: { kind: 'not-ready' } },
      ],
    },
    ['Normal WaitingForCluster: tokyo may still hold a copy'],
  ],
  [
    'node ports that differ, while copies are removed',
    { after: nodePorts, stage: 'removing-copies' },
    [],
  ],
  [
    'a deletion that is not done yet',
    { service: aService({ deletionTimestamp: since }), stage: 'removing-copies' },
    [],
  ],
  [
    'a deletion that is done',
    { service: aService({ deletionTimestamp: since }), stage: 'releasing' },
    ['Normal DeleteSucceed: Seamark holds nothing of it any more'],
  ],
  ['a Service that is let go of', { stage: 'releasing' }, []],
  [
    'the same thing twice',
    { problems: [problem({}), problem({})] },
    ['Warning NamesakeRefused: tokyo already has one'],
  ],
];

const news = (given: Partial<ServiceNews>): ServiceNews => ({
  service: aService(),
  stage: 'propagating',
  writes: [],
  clusters: [],
  after: [],
  problems: [],
  ledger: [],
  ...given,
});

describe('Events of a pass over a Service', () => {
  for (const [title, given, expected] of table) {
    it(`of ${title}`, () => {
      const lines = serviceEvents(news(given)).map(
        ({ type, reason, message }) => `${type} ${reason}: ${message}`,
      );
      assert.deepEqual(lines, expected);
    });
  }

  it('are about the Service, and short (W53)', () => {
    const [event] = serviceEvents(news({ problems: [problem({ message: 'x'.repeat(5_000) })] }));
    const { key, uid } = aService();
    assert.deepEqual(event?.subject, { kind: 'Service', key, uid });
    assert.equal(event?.message.length, 500);
  });
});
