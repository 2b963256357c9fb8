import { findAssets } from '../../infra/sandbox/control-plane/assets.ts';
import { buildPrograms, goVersion, isAtLeast } from './build-programs.ts';
import { cacheFolder, moduleVersions } from './kube-cache.ts';

const tell = (line: string): void => void process.stdout.write(`${line}\n`);

/** `npm run kube:build`: the process exit code. */
const main = async (): Promise<number> => {
  const versions = moduleVersions();
  const folder = cacheFolder();
  const { kubernetes, etcd } = versions;
  const complete = await findAssets(folder).then(
    (assets) => assets.controllerManager !== undefined,
    () => false,
  );
  if (complete) tell(`Kubernetes ${kubernetes} and etcd ${etcd} are already in ${folder}`);
  else {
    const go = await goVersion();
    if (go === undefined || !isAtLeast(go, versions.go)) {
      const found = go === undefined ? 'no Go is at hand' : `the Go at hand is ${go}`;
      process.stderr.write(
        `Cannot build Kubernetes ${kubernetes}: ${found}, and it takes Go ${versions.go} or later.\n` +
          'Install it from https://go.dev/dl, or set KUBEBUILDER_ASSETS to a folder with etcd and kube-apiserver.\n',
      );
      return 1;
    }
    tell(
      `Building Kubernetes ${kubernetes} and etcd ${etcd} with Go ${go}: about 15 minutes on two`,
    );
    tell(`cores the first time. They go to ${folder}`);
    await buildPrograms(folder, { versions, tell });
  }
  tell('');
  tell(`export KUBEBUILDER_ASSETS=${folder}`);
  return 0;
};

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
