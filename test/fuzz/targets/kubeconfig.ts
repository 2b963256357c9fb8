import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { readKubeconfig } from '../../../lib/adapters/kubernetes/kubeconfig.ts';
import { accessOfKubeconfig } from '../../../lib/adapters/kubernetes/kubeconfig-access.ts';
import { ControllerError } from '../../../lib/core/model/failure.ts';
import { hostileRecord, jsonText, text } from '../hostile.ts';
import type { FuzzTarget } from '../target.ts';

const name = fc.oneof({ weight: 6, arbitrary: fc.constant('c') }, { weight: 1, arbitrary: text });
const pem = Buffer.from('-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----').toString(
  'base64',
);
const secret = 's3cr3t-of-a-kubeconfig';

const cluster = hostileRecord({
  server: fc.oneof(fc.constantFrom('https://192.0.2.1:6443', 'http://x', '127.0.0.1'), text),
  'certificate-authority': fc.constantFrom('/etc/passwd', '/proc/self/environ'),
  'certificate-authority-data': fc.constant(pem),
  'insecure-skip-tls-verify': fc.boolean(),
  'tls-server-name': text,
});

const user = hostileRecord({
  token: fc.constant(secret),
  tokenFile: fc.constant('/etc/passwd'),
  'client-certificate-data': fc.constant(pem),
  'client-key-data': fc.constant(pem),
  'client-key': fc.constant('/etc/passwd'),
  username: text,
  password: fc.constant(secret),
  exec: hostileRecord({
    command: fc.oneof(fc.constantFrom('aws', 'touch', '/bin/sh'), text),
    args: fc.array(fc.oneof(fc.constantFrom('eks', 'get-token', '--cluster-name', 'x'), text), {
      maxLength: 5,
    }),
    env: fc.array(hostileRecord({ name: text, value: text }), { maxLength: 2 }),
  }),
  'auth-provider': hostileRecord({ name: text }),
});

const config = hostileRecord({
  'current-context': name,
  clusters: fc.array(hostileRecord({ name, cluster }), { maxLength: 2 }),
  users: fc.array(hostileRecord({ name, user }), { maxLength: 2 }),
  contexts: fc.array(
    hostileRecord({ name, context: hostileRecord({ cluster: name, user: name }) }),
    {
      maxLength: 2,
    },
  ),
});

const yamlText = fc
  .tuple(
    config.map((one) => stringify(one)),
    fc.nat(),
    fc.nat(9),
  )
  .map(([whole, at, how]) => {
    const lines = whole.split('\n');
    const line = at % lines.length;
    const damage = [
      '  - *lost',
      '<<: &a {b: 1}',
      '!!js/function "x"',
      '\t- tab',
      `? ${'{'.repeat(50)}`,
      '%TAG ! tag:evil.test,2026:',
      '...\n---',
    ][how];
    return damage === undefined
      ? whole
      : [...lines.slice(0, line), damage, ...lines.slice(line)].join('\n');
  });

const unused = async (): Promise<never> => {
  throw new ControllerError('terminal', 'Cannot ask: nobody is there');
};

/** Kubeconfigs in Secrets: refused in words, or an access that reads no file and runs nothing. */
export const kubeconfigs: FuzzTarget = {
  name: 'kubeconfigs',
  shortRuns: 150,
  property: fc.asyncProperty(fc.oneof(jsonText(config), yamlText, text), async (given) => {
    const what = 'use a kubeconfig';
    try {
      const context = await readKubeconfig(given, what);
      const eks = { endpoint: unused, token: async () => 'of EKS', doubt: () => undefined };
      const { access } = await accessOfKubeconfig(context, { what }, { label: 'x', eks });
      const token = await access.token?.();
      assert.ok(!JSON.stringify([access.tls, token]).includes('root:'));
      if (token === 'of EKS') assert.match(access.server.hostname, /^(127\.|localhost|\[::1\])/);
    } catch (error) {
      assert.ok(error instanceof ControllerError, String(error));
      assert.match(error.message, /^Cannot use a kubeconfig: /);
      assert.ok(!error.message.includes(secret), error.message);
    }
  }),
};
