import { deleteFinalizer, federationLabel } from '../../../lib/core/model/names.ts';
import type { ServiceObject } from '../../../lib/core/model/service-object.ts';
import type { PlanSettings } from '../../../lib/core/model/settings.ts';

/** Settings of a federation `demo` over one hosted zone. */
export const planSettings: PlanSettings = {
  federation: 'demo',
  selector: [{ key: 'federation.seamark.dev/enabled', value: 'true' }],
  dns: { zoneId: 'Z1', suffix: 'seamark.example', ttlSeconds: 60, hostNames: 'alias' },
  namesakes: 'refuse',
  createNamespaces: true,
  leaving: 'keep',
};

/** A federated Service `shop/web` of type LoadBalancer that Seamark holds, but for what is given. */
export const aService = (given: Partial<ServiceObject> = {}): ServiceObject => ({
  key: { namespace: 'shop', name: 'web' },
  uid: 'uid-web',
  resourceVersion: '7',
  labels: { 'federation.seamark.dev/enabled': 'true', app: 'web' },
  annotations: {},
  finalizers: [deleteFinalizer],
  spec: {
    type: 'LoadBalancer',
    selector: { app: 'web' },
    ports: [{ name: 'http', port: 80, protocol: 'TCP', targetPort: 8080 }],
  },
  ingress: [],
  conditions: [],
  ...given,
});

/** The copy of `aService` in a member, with what the member allocated. */
export const aCopy = (given: Partial<ServiceObject> = {}): ServiceObject => ({
  ...aService(),
  uid: 'uid-copy',
  labels: { app: 'web', [federationLabel]: 'demo' },
  finalizers: [],
  spec: {
    type: 'LoadBalancer',
    selector: { app: 'web' },
    clusterIP: '10.96.0.7',
    clusterIPs: ['10.96.0.7'],
    ports: [{ name: 'http', port: 80, protocol: 'TCP', targetPort: 8080, nodePort: 30_080 }],
  },
  ...given,
});
