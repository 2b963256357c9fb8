import assert from 'node:assert/strict';
import {
  awaitCondition,
  awaitCopy,
  createService,
  federatedStatus,
  onHost,
  recordsOf,
} from './federated-service.ts';
import {
  awaitCluster,
  clustersPath,
  conditionOf,
  eventually,
  type Federation,
} from './federation.ts';
import { need, type Plays } from './regression-case.ts';
import { startSilentGate } from './silent-gate.ts';

type ProbedCluster = { readonly probes?: { readonly failures?: number } };

const failedLooks = async ({ sandbox }: Federation, name: string): Promise<number> => {
  const cluster = await sandbox.host.read(`${clustersPath}/${name}`);
  // The cast trusts the schema of the Cluster resource.
  return (cluster?.['status'] as ProbedCluster | undefined)?.probes?.failures ?? 0;
};

const register = async (
  { sandbox }: Federation,
  name: string,
  access: { readonly secret: string; readonly server: string },
): Promise<void> => {
  await sandbox.host.create(clustersPath, {
    apiVersion: 'federation.seamark.dev/v1beta1',
    kind: 'Cluster',
    metadata: { name, labels: { name } },
    spec: {
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: access.server }],
      secretRef: { name: access.secret },
    },
  });
};

/** Situations about clusters that come, go and fail. */
export const clusterPlays: Plays = {
  'offline cluster: single failed probe changes nothing': async (federation) => {
    const { controls, host } = federation.sandbox;
    const service = await createService(federation, {
      namespace: 'one-failed-probe',
      clusters: ['a', 'flaky'],
    });
    await awaitCondition(
      service,
      'DNSInSync',
      ({ reason, message }) => reason === 'Published' && message === '5 record sets',
    );
    const records = recordsOf(service);
    const status = federatedStatus(await onHost(service));
    const readySince = conditionOf(await host.read(`${clustersPath}/flaky`), 'Ready');
    await controls.stopCluster('flaky');
    try {
      await eventually('a failed probe', async () =>
        (await failedLooks(federation, 'flaky')) > 0 ? true : undefined,
      );
    } finally {
      await controls.startCluster('flaky');
    }
    await eventually('the next probe', async () =>
      (await failedLooks(federation, 'flaky')) === 0 ? true : undefined,
    );
    const ready = conditionOf(await host.read(`${clustersPath}/flaky`), 'Ready');
    assert.equal(ready?.lastTransitionTime, readySince?.lastTransitionTime);
    assert.deepEqual(recordsOf(service), records);
    assert.deepEqual(federatedStatus(await onHost(service)), status);
  },

  'one broken ready cluster does not stop all services': async (federation, { expect }) => {
    const { host } = federation.sandbox;
    await register(federation, 'keyless', { secret: 'keyless', server: host.url });
    const now = `${new Date().toISOString().slice(0, 19)}Z`;
    await host.merge(`${clustersPath}/keyless/status`, {
      status: {
        conditions: [
          { type: 'Ready', status: 'True', lastProbeTime: now, lastTransitionTime: now },
        ],
      },
    });
    try {
      const service = await createService(federation, {
        namespace: 'broken-cluster',
        clusters: ['a', 'keyless'],
      });
      for (const cluster of need(expect.reconciled, 'clusters')) await awaitCopy(service, cluster);
      await awaitCluster(federation, 'keyless', { type: 'Ready', status: 'Unknown' });
    } finally {
      await host.remove(`${clustersPath}/keyless`);
    }
    assert.deepEqual(expect.markedNotReady, ['e']);
  },

  'unreachable API is noticed within the probe timeout': async (federation, { expect }) => {
    const { host, endpoints } = federation.sandbox;
    const gate = await startSilentGate(endpoints.kubernetes['a'] ?? '');
    try {
      await register(federation, 'dropper', { secret: 'a', server: gate.url });
      await awaitCluster(federation, 'dropper', { type: 'Ready', status: 'True' });
      gate.fallSilent();
      const limitMs = need(expect.offlineWithinSeconds, 'limit') * 1_000;
      await awaitCluster(federation, 'dropper', { type: 'Offline', status: 'True', limitMs });
    } finally {
      await host.remove(`${clustersPath}/dropper`);
      await gate.close();
    }
  },
};
