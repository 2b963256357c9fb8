import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { EksCluster } from '../../../lib/core/model/eks-cluster.ts';
import type { EksClusters, EksEndpoint } from '../../../lib/ports/eks-clusters.ts';

/** Clusters that a contract is held against. */
export type EksSubject = {
  readonly eks: EksClusters;
  readonly active: EksCluster;
  readonly starting: EksCluster;
  readonly leaving: EksCluster;
  readonly missing: EksCluster;
  /** What EKS says of the active one. */
  readonly endpoint: EksEndpoint;
  /** From now on EKS says this of the active one. */
  readonly move: (endpoint: EksEndpoint) => void;
  /** How often EKS was asked. */
  readonly asked: () => number;
  readonly advance: (spanMs: number) => void;
  /** Whether the API of a cluster takes a token. */
  readonly accepts: (token: string, clusterName: string) => boolean;
  readonly stop: () => Promise<void>;
};

const minuteMs = 60_000;

/** What `EksClusters` promises. */
export const eksClustersContract = (name: string, start: () => Promise<EksSubject>): void => {
  describe(`EksClusters on ${name}`, () => {
    let running: EksSubject | undefined;
    const open = async (): Promise<EksSubject> => {
      running = await start();
      return running;
    };
    afterEach(() => running?.stop());

    test('tells endpoint and authority, and asks once for many', async () => {
      const { eks, active, endpoint, asked, advance } = await open();
      assert.deepEqual(await Promise.all([eks.endpoint(active), eks.endpoint(active)]), [
        endpoint,
        endpoint,
      ]);
      advance(59 * minuteMs);
      assert.deepEqual(await eks.endpoint(active), endpoint);
      assert.equal(asked(), 1);
    });

    test('an hour later it asks again', async () => {
      const { eks, active, endpoint, move, advance } = await open();
      await eks.endpoint(active);
      const moved = { ...endpoint, server: 'https://moved.gr7.eu-west-1.eks.amazonaws.com' };
      move(moved);
      advance(60 * minuteMs);
      assert.deepEqual(await eks.endpoint(active), moved);
    });

    test('a cluster that did not answer is asked for anew, but not at once again', async () => {
      const { eks, active, endpoint, move, advance, asked } = await open();
      await eks.endpoint(active);
      const moved = { ...endpoint, ca: 'another' };
      move(moved);
      advance(29_999);
      eks.doubt(active);
      assert.deepEqual(await eks.endpoint(active), endpoint);
      advance(1);
      eks.doubt(active);
      assert.deepEqual(await eks.endpoint(active), moved);
      eks.doubt(active);
      assert.deepEqual(await eks.endpoint(active), moved);
      assert.equal(asked(), 2);
    });

    for (const [of, kind] of [
      ['starting', 'transient'],
      ['leaving', 'terminal'],
      ['missing', 'terminal'],
    ] as const) {
      test(`a cluster that is ${of} is a ${kind} failure that names it`, async () => {
        const subject = await open();
        const cluster = subject[of];
        await assert.rejects(
          subject.eks.endpoint(cluster),
          (error: Error & { readonly kind?: string }) => {
            assert.equal(error.kind, kind);
            assert.match(error.message, /^Cannot (use|look up) EKS cluster /);
            assert.match(error.message, new RegExp(`EKS cluster ${cluster.clusterName}\\b`));
            return true;
          },
        );
      });
    }

    test('a token is for one cluster, without a question to EKS', async () => {
      const { eks, active, asked, accepts } = await open();
      const token = await eks.token(active);
      assert.match(token, /^k8s-aws-v1\./);
      assert.ok(accepts(token, active.clusterName));
      assert.equal(accepts(token, 'another'), false);
      assert.equal(asked(), 0);
    });

    test('a token is kept for ten minutes, and is good for fifteen', async () => {
      const { eks, active, advance, accepts } = await open();
      const first = await eks.token(active);
      advance(10 * minuteMs - 1);
      assert.equal(await eks.token(active), first);
      advance(1);
      const next = await eks.token(active);
      assert.notEqual(next, first);
      assert.ok(accepts(first, active.clusterName));
      advance(5 * minuteMs + 1);
      assert.equal(accepts(first, active.clusterName), false);
      assert.ok(accepts(next, active.clusterName));
    });

    test('a token that was refused is made anew, but not one that has just been made', async () => {
      const { eks, active, advance } = await open();
      const first = await eks.token(active);
      eks.doubt(active, first);
      assert.equal(await eks.token(active), first);
      advance(30_000);
      eks.doubt(active, 'another token');
      assert.equal(await eks.token(active), first);
      eks.doubt(active, first);
      assert.notEqual(await eks.token(active), first);
    });
  });
};
