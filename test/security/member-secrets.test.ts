import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Access } from '../../lib/adapters/kubernetes/access.ts';
import type { ClusterAccess } from '../../lib/adapters/kubernetes/cluster-access.ts';
import { createClusterProbe } from '../../lib/adapters/kubernetes/cluster-probe.ts';
import { createMemberClusters } from '../../lib/adapters/kubernetes/member-clusters.ts';
import { createRenewingClient } from '../../lib/adapters/kubernetes/renewing-client.ts';
import { lookAtClusters } from '../../lib/controller/cluster-health.ts';
import { resyncPass, scheduledResync } from '../../lib/controller/resync/resync-pass.ts';
import { runMessage } from '../../lib/controller/run-message.ts';
import { formatWorkKey } from '../../lib/core/model/work-key.ts';
import type { ResyncProgress } from '../../lib/ports/resync-progress.ts';
import { createWorld, joinTwo, passOver, web } from '../scenario/world.ts';
import { aService } from '../support/builders/service.ts';
import { type Reply, startLoopbackApi } from '../unit/adapters/kubernetes/loopback-api.ts';
import { createRecordingTelemetry } from '../unit/adapters/system/recording-telemetry.ts';

/** Of no shape that is known: what erases it, knows it. */
const token = 's3cr3t/tokyo+of~the=cluster-1_2.3';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const inJson = (text: string): string =>
  [...text].map((char) => `\\u00${char.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
const status = (said: object): Reply & object => ({
  status: 0,
  json: { kind: 'Status', apiVersion: 'v1', status: 'Failure', ...said },
});
const body = (text: string): Reply & object => ({ status: 0, text });

/** What a server says that tells its client what the client showed it. */
const echoes: readonly (readonly [title: string, reply: Reply & object])[] = [
  ['a Status that quotes it', status({ message: `token "${token}" was not accepted` })],
  ['a Status that got it', status({ message: `invalid bearer token, got ${token}` })],
  [
    'a Status with its header',
    status({ message: `{"headers":{"authorization":"Bearer ${token}"}}` }),
  ],
  ['a Status whose reason it is', status({ reason: token, message: '' })],
  [
    'a Status with it in base64',
    status({ message: `Authorization was ${base64(`Bearer ${token}`)}` }),
  ],
  [
    'a Status with it as URLs carry it',
    status({ message: `GET /?t=${encodeURIComponent(token)}` }),
  ],
  ['a Status with it in escapes', body(`{"kind":"Status","message":"got ${inJson(token)}"}`)],
  ['it alone', body(token)],
  ['it in base64 alone', body(base64(token))],
  [
    'its headers as an object',
    body(JSON.stringify({ headers: { authorization: `Bearer ${token}` } })),
  ],
  [
    'its headers as a list',
    body(JSON.stringify({ headers: [{ name: 'authorization', value: token }] })),
  ],
  ['a page', body(`<html><p>You are ${token}, who is not welcome`)],
  ['a page after many words', body(`${'<br>'.repeat(20)} token: ${token}`)],
  [
    'a type of content',
    {
      status: 0,
      text: 'no',
      headers: { 'content-type': `text/plain; t=${encodeURIComponent(token)}` },
    },
  ],
  [
    'a redirection',
    {
      status: 0,
      text: `see /login?token%3D${encodeURIComponent(token)}`,
      headers: { location: '/' },
    },
  ],
];

/** Parts of the token in all forms: none may be anywhere. */
const traces = [
  ...['s3cr3t', 'of~the', 'cluster-1_2', 'of%7Ethe', 's3cr3t%2F'],
  ...[base64(token).slice(2, -4), base64(`Bearer ${token}`).slice(12, -4)].flatMap((text) => [
    text.slice(0, 12),
    text.slice(-12),
  ]),
  inJson('s3cr3t'),
];

const running: { readonly stop: () => Promise<void> | void }[] = [];
after(async () => {
  for (const part of running.splice(0)) await part.stop();
});

/** Members that a server on loopback plays, reached with the token. */
const openMembers = (server: URL): ClusterAccess => {
  const clientOf = (name: string) => {
    const access: Access = { label: `cluster ${name}`, server, tls: {}, token: async () => token };
    const client = createRenewingClient({
      place: `in cluster ${name}`,
      read: async () => ({ access, version: '' }),
      now: () => 0,
    });
    running.push({ stop: client.close });
    return client;
  };
  const clients = new Map(['tokyo', 'oregon'].map((name) => [name, clientOf(name)]));
  return {
    clientOf: ({ name }) => clients.get(name) ?? assert.fail(`no cluster ${name}`),
    close: () => undefined,
  };
};

/** Everything that passes leave behind, where each call of a member is answered so. */
const leftBehind = async (reply: Reply): Promise<string> => {
  const api = await startLoopbackApi(({ headers }) => {
    assert.equal(headers.authorization, `Bearer ${token}`);
    return reply;
  });
  running.push(api);
  const world = createWorld({ pageSize: 1 });
  const { telemetry, logged } = createRecordingTelemetry();
  const access = openMembers(new URL(api.url));
  const checkpoints: unknown[] = [];
  const given = world.context('pass');
  const progress: ResyncProgress = {
    ...given.progress,
    save: async (key, checkpoint, fence) => {
      checkpoints.push(checkpoint);
      await given.progress.save(key, checkpoint, fence);
    },
  };
  const members = createMemberClusters(access);
  const ctx = { ...given, telemetry, progress, members, probe: createClusterProbe(access) };
  joinTwo(world);
  for (const name of ['api', web.name]) {
    world.kubernetes.world.host.put({ ...aService(), key: { ...web, name } });
  }
  const runAll = async (): Promise<void> => {
    for (const { key } of world.wakes.due(world.clock.now())) {
      await runMessage(formatWorkKey(key), passOver(key), ctx);
    }
  };
  await world.ask(0);
  await runAll();
  await lookAtClusters(ctx);
  await scheduledResync(resyncPass, ctx);
  world.kubernetes.world.host.remove(web);
  await world.clock.advance(120_000);
  await runAll();
  assert.ok(api.seen.length > 5);
  assert.ok(checkpoints.some((one) => JSON.stringify(one).includes('tokyo')));
  return JSON.stringify([
    [
      'conditions',
      world.kubernetes.world.host.get(web),
      ['tokyo', 'oregon'].map(world.kubernetes.world.clusters.get),
    ],
    ['events', world.kubernetes.world.events()],
    ['table', world.rows.all(), world.ledger.entries(), checkpoints],
    ['log', logged()],
  ]);
};

describe('a member that tells its client what the client showed it', () => {
  for (const [title, reply] of echoes) {
    for (const code of [401, 404, 409, 410, 429, 500]) {
      it(`${code}, ${title}: no condition, Event, row or log line holds the token`, async () => {
        const left = await leftBehind({ ...reply, status: code });
        assert.match(left, new RegExp(`answered ${code}`));
        for (const trace of traces) {
          const at = left.indexOf(trace);
          assert.equal(at, -1, `${trace}: …${left.slice(Math.max(0, at - 200), at + 100)}`);
        }
      });
    }
  }
});
