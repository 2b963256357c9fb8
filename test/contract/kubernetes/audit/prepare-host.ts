import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { play } from '../conversations/play.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const clusters = '/apis/federation.seamark.dev/v1beta1/clusters';

/** Makes an API server a host: it serves `Cluster`, and has the namespace of the members' credentials. */
export const prepareHost = async (door: {
  readonly url: string;
  readonly token?: string;
}): Promise<void> => {
  const manifest = new URL('../../../../infra/manifests/cluster-crd.yaml', import.meta.url);
  const played = await play(
    { ...door, namespace: 'seamark-system' },
    {
      title: 'a host',
      steps: [
        {
          do: 'POST /api/v1/namespaces',
          body: { metadata: { name: 'seamark-system' } },
          unread: true,
        },
        { do: `POST ${definitions}`, body: parse(await readFile(manifest, 'utf8')), unread: true },
        { await: clusters, code: 200 },
      ],
    },
  );
  for (const step of played) if ('do' in step) assert.equal(step.code, 201, step.do);
};
