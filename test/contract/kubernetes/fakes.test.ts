import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createServiceStore } from '../../support/fakes/kubernetes/service-store.ts';
import { clusterProbeContract } from './cluster-probe-contract.ts';
import { clusterRegistryContract } from './cluster-registry-contract.ts';
import { eventRecorderContract } from './event-recorder-contract.ts';
import { startFakeSubject } from './fake-subject.ts';
import { federatedServicesContract } from './federated-services-contract.ts';
import { memberClustersContract } from './member-clusters-contract.ts';

federatedServicesContract('the fakes', startFakeSubject);
clusterRegistryContract('the fakes', startFakeSubject);
memberClustersContract('the fakes', startFakeSubject);
clusterProbeContract('the fakes', startFakeSubject);
eventRecorderContract('the fakes', startFakeSubject);

test('a cluster of the fakes has as many node ports as a real one, and says when they are gone', () => {
  const store = createServiceStore({ cluster: 'a', now: () => 0 });
  const put = (name: string) =>
    store.put({
      key: { namespace: 'shop', name },
      spec: { type: 'NodePort', ports: [{ port: 80 }] },
    });
  // 30086 to 32767; the others are for whoever asks for one.
  for (let index = 0; index < 2_682; index += 1) put(`web-${index}`);
  assert.throws(() => put('one-more'), /failed to allocate a nodePort: range is full/);
  store.remove({ namespace: 'shop', name: 'web-7' });
  put('one-more');
});
