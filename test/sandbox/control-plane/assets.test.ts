import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { findAssets } from '../../../infra/sandbox/control-plane/assets.ts';

describe('KUBEBUILDER_ASSETS', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seamark-assets-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const put = async (name: string, mode = 0o755): Promise<string> => {
    await writeFile(join(folder, name), '', { mode });
    return join(folder, name);
  };

  test('as envtest fills it has no controller manager', async () => {
    const [etcd, apiServer] = [await put('etcd'), await put('kube-apiserver')];
    await put('kubectl');
    assert.deepEqual(await findAssets(folder), { etcd, apiServer });
  });

  test('as npm run kube:build fills it has one', async () => {
    const [etcd, apiServer] = [await put('etcd'), await put('kube-apiserver')];
    const controllerManager = await put('kube-controller-manager');
    assert.deepEqual(await findAssets(folder), { etcd, apiServer, controllerManager });
  });

  test('without the programs is refused, and names what is missing', async () => {
    await mkdir(join(folder, 'etcd'));
    const message = `Cannot use KUBEBUILDER_ASSETS=${folder}: no program at ${folder}/etcd and ${folder}/kube-apiserver; npm run kube:build makes them`;
    await assert.rejects(findAssets(folder), { message });
  });

  test('with programs that may not be run is refused, and names them', async () => {
    await put('etcd', 0o644);
    await put('kube-controller-manager', 0o600);
    const says = (...faults: readonly string[]) => ({
      message: `Cannot use KUBEBUILDER_ASSETS=${folder}: ${faults.join('; ')}`,
    });
    const idle = ['etcd', 'kube-controller-manager'].map(
      (name) => `${folder}/${name} is not executable; chmod +x changes that`,
    );
    const missing = `no program at ${folder}/kube-apiserver; npm run kube:build makes them`;
    await assert.rejects(findAssets(folder), says(missing, ...idle));
    await put('kube-apiserver');
    await assert.rejects(findAssets(folder), says(...idle));
  });
});
