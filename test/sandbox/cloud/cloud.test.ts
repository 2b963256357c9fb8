import { startKubernetes } from '../../../infra/sandbox/kubernetes/server.ts';
import { cloudSuite } from './cloud-suite.ts';

cloudSuite('the emulator', (token) =>
  startKubernetes({
    name: 'tokyo',
    now: Date.now,
    random: Math.random,
    users: { [token]: 'cloud' },
  }),
);
