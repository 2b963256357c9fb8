import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ObjectEvent } from '../../../lib/core/model/object-event.ts';
import type { KubernetesSubject, StartSubject } from './kubernetes-subject.ts';

const at = (seconds: number): number => Date.UTC(2026, 0, 5, 10, 0, seconds);

/** What `EventRecorder` promises, on any host. */
export const eventRecorderContract = (name: string, start: StartSubject): void => {
  describe(`EventRecorder on ${name}`, () => {
    let subject: KubernetesSubject;
    let namespace: string;
    before(async () => {
      subject = await start();
      namespace = await subject.namespace();
    });
    after(() => subject.stop());

    const about = (service: string, given: Partial<ObjectEvent> = {}): ObjectEvent => ({
      subject: { kind: 'Service', key: { namespace, name: service }, uid: `uid-${service}` },
      type: 'Normal',
      reason: 'CreateInCluster',
      message: 'Created the copy in tokyo',
      ...given,
    });

    const countsOf = async (service: string): Promise<readonly string[]> =>
      (await subject.eventsAbout(service))
        .map(({ reason, message, count }) => `${count} ${reason}: ${message}`)
        .sort();

    test('stores an Event with its time', async () => {
      await subject.eventRecorder.record(about('first'), at(1));
      assert.deepEqual(await subject.eventsAbout('first'), [
        {
          type: 'Normal',
          reason: 'CreateInCluster',
          message: 'Created the copy in tokyo',
          count: 1,
          firstTimestamp: '2026-01-05T10:00:01Z',
          lastTimestamp: '2026-01-05T10:00:01Z',
        },
      ]);
    });

    test('counts what was told before, and keeps its first time', async () => {
      for (const seconds of [1, 2, 30]) {
        await subject.eventRecorder.record(about('again'), at(seconds));
      }
      const [only, ...others] = await subject.eventsAbout('again');
      assert.deepEqual(others, []);
      assert.equal(only?.count, 3);
      assert.equal(only.firstTimestamp, '2026-01-05T10:00:01Z');
      assert.equal(only.lastTimestamp, '2026-01-05T10:00:30Z');
    });

    test('keeps what differs in type, reason, message or object apart', async () => {
      const base = about('apart');
      const others: readonly Partial<ObjectEvent>[] = [
        {},
        { type: 'Warning' },
        { reason: 'UpdateInCluster' },
        { message: 'Created the copy in oregon' },
        { subject: { kind: 'Service', key: { namespace, name: 'apart' }, uid: 'uid-of-a-later' } },
      ];
      for (const given of others) {
        await subject.eventRecorder.record({ ...base, ...given }, at(1));
      }
      assert.deepEqual(await countsOf('apart'), [
        '1 CreateInCluster: Created the copy in oregon',
        '1 CreateInCluster: Created the copy in tokyo',
        '1 CreateInCluster: Created the copy in tokyo',
        '1 CreateInCluster: Created the copy in tokyo',
        '1 UpdateInCluster: Created the copy in tokyo',
      ]);
    });

    test('takes Events about Clusters, which live in no namespace', async () => {
      const { name: cluster, uid } = subject.cluster;
      const event: ObjectEvent = {
        subject: { kind: 'Cluster', name: cluster, uid },
        type: 'Warning',
        reason: 'ClusterOffline',
        message: 'no answer',
      };
      await subject.eventRecorder.record(event, at(1));
      await subject.eventRecorder.record(event, at(2));
      assert.deepEqual(await countsOf(cluster), ['2 ClusterOffline: no answer']);
    });

    test('drops an Event in a namespace that is going away', async () => {
      const leaving = await subject.namespace();
      await subject.terminateNamespace(leaving);
      const key = { namespace: leaving, name: 'leaving' };
      const event = about('leaving', { subject: { kind: 'Service', key, uid: 'uid-leaving' } });
      await subject.eventRecorder.record(event, at(1));
      assert.deepEqual(await subject.eventsAbout('leaving'), []);
    });

    test('ends at once when the signal has fired', async () => {
      await assert.rejects(
        subject.eventRecorder.record(about('aborted'), at(1), AbortSignal.abort()),
        { kind: 'transient', fields: { aborted: true } },
      );
      assert.deepEqual(await subject.eventsAbout('aborted'), []);
    });
  });
};
