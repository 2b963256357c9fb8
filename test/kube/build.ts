import { findAssets } from '../../infra/sandbox/control-plane/assets.ts';
import { main } from '../command/main.ts';
import { buildPrograms, goVersion, isAtLeast } from './build-programs.ts';
import { cacheFolder, moduleVersions } from './kube-cache.ts';

type Tell = (line: string) => void;

const build = async (folder: string, tell: Tell, signal: AbortSignal): Promise<void> => {
  const versions = moduleVersions();
  const { kubernetes, etcd } = versions;
  const go = await goVersion();
  if (go === undefined || !isAtLeast(go, versions.go)) {
    const found = go === undefined ? 'no Go is at hand' : `the Go at hand is ${go}`;
    throw new Error(
      `Cannot build Kubernetes ${kubernetes}: ${found}, and it takes Go ${versions.go} or later.\n` +
        'Install it from https://go.dev/dl, or set KUBEBUILDER_ASSETS to a folder with etcd and kube-apiserver.',
    );
  }
  tell(`Building Kubernetes ${kubernetes} and etcd ${etcd} with Go ${go}: about 15 minutes on two`);
  tell(`cores the first time. They go to ${folder}`);
  await buildPrograms(folder, { versions, tell, signal });
};

const isComplete = (folder: string): Promise<boolean> =>
  findAssets(folder).then(
    (assets) => assets.controllerManager !== undefined,
    () => false,
  );

await main({
  name: 'kube:build',
  summary: 'Builds etcd, kube-apiserver and kube-controller-manager for npm run test:kube.',
  usage: [],
  flags: [],
  detail: [
    'It takes Go, and about 15 minutes on two cores the first time. The programs go to a folder for their versions in',
    "SEAMARK_KUBE_CACHE, or in seamark/kube of the user's cache. Ends with 1 if they can't be built.",
  ],
  run: async (_, { out, signal }) => {
    const tell: Tell = (line) => out(`${line}\n`);
    const { kubernetes, etcd } = moduleVersions();
    const folder = cacheFolder();
    if (await isComplete(folder))
      tell(`Kubernetes ${kubernetes} and etcd ${etcd} are already in ${folder}`);
    else await build(folder, tell, signal);
    tell('');
    tell(`export KUBEBUILDER_ASSETS=${folder}`);
    return 0;
  },
});
