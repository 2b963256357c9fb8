import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiClient } from '../../../../lib/adapters/kubernetes/api-client.ts';
import { readMemberAccess } from '../../../../lib/adapters/kubernetes/member-access.ts';
import { readVectors, wanted } from '../../../support/read-vectors.ts';
import { bySecret, fixtureText, memberAt, noSources } from './fixtures.ts';

type Given = {
  readonly secretRef: { readonly name: string } | null;
  readonly secretData: { readonly [key: string]: string } | null;
};
type Expect = { readonly mode?: string; readonly error?: boolean };

const settings = { secretNamespace: 'seamark', sources: noSources };

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** What stands for the values that the vectors leave out. */
const values: { readonly [key: string]: string } = {
  token: 't',
  'ca.crt': fixtureText('tls/ca.crt'),
  kubeconfig: JSON.stringify({
    'current-context': 'c',
    clusters: [{ name: 'c', cluster: { server: 'https://unused.example' } }],
    users: [{ name: 'u', user: { token: 'of the kubeconfig' } }],
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
  }),
};

const hostWith = (data: Given['secretData']): ApiClient => ({
  place: 'in the host',
  send: async () => ({
    status: 200,
    text: JSON.stringify({
      data: Object.fromEntries(
        Object.keys(data ?? {}).map((key) => [key, base64(values[key] ?? 'x')]),
      ),
    }),
  }),
});

for (const one of readVectors<Given, Expect>('cluster-health', 'credentials')) {
  test(`credentials: ${one.name}`, async () => {
    const { secretRef, secretData } = one.given;
    const cluster = memberAt('https://a.example', secretRef ? bySecret(secretRef.name) : {});
    const read = readMemberAccess(hostWith(secretData), cluster, settings);
    const { error, mode } = wanted(one);
    if (error) return await assert.rejects(read, { kind: 'terminal', message: /^Cannot / });
    const { access } = await read;
    const token = await access.token?.();
    const modes = { t: 'bearer-token', 'of the kubeconfig': 'kubeconfig' };
    assert.equal(token === undefined ? 'unauthenticated' : Object(modes)[token], mode);
    assert.equal(access.server.href, 'https://a.example/');
  });
}

test('W38: the address is the one for this client', async () => {
  const cluster = memberAt('', {
    serverAddresses: [
      { clientCidr: '0.0.0.0/0', serverAddress: 'https://outer' },
      { clientCidr: '10.0.0.0/8', serverAddress: 'https://inner' },
    ],
  });
  const from = async (clientIp?: string) => {
    const given = { ...settings, ...(clientIp ? { clientIp } : {}) };
    const { access } = await readMemberAccess(hostWith(null), cluster, given);
    return access.server.hostname;
  };
  assert.deepEqual(
    [await from(), await from('10.2.3.4'), await from('192.0.2.1')],
    ['outer', 'inner', 'outer'],
  );
});

test('a kubeconfig in a Secret that is longer than any needs to be is not parsed', async () => {
  const kubeconfig = base64(`{}${' '.repeat(65_535)}`);
  const host: ApiClient = {
    place: 'in the host',
    send: async () => ({ status: 200, text: JSON.stringify({ data: { kubeconfig } }) }),
  };
  const cluster = memberAt('https://a.example', bySecret('tokyo'));
  await assert.rejects(readMemberAccess(host, cluster, settings), {
    kind: 'terminal',
    message:
      /^Cannot use Secret seamark\/tokyo for cluster .+: its kubeconfig has more than 65536 characters: keep the context that is used/,
  });
});
