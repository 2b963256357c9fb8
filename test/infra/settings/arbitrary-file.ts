import fc from 'fast-check';
import type { RawFile } from './settings-folder.ts';

const home = { account: '111122223333', region: 'eu-central-1' };
const elsewhere = { account: '444455556666', region: 'us-west-2' };

const label = fc.stringMatching(/^[a-z]([-a-z0-9]{0,8}[a-z0-9])?$/);
const zoneId = fc.stringMatching(/^Z[A-Z0-9]{1,20}$/);
const hash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('base64url'));
const roleArn = label.map((name) => `arn:aws:iam::${elsewhere.account}:role/path/${name}`);
const secret = fc.stringMatching(/^[a-z/_+=.@-]{1,20}$/);
const whole = (min: number, max: number) => fc.integer({ min, max });

/** Each key is there or not. */
const some = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(model, { requiredKeys: [] });

const zone = fc.oneof(
  fc.record(
    { id: zoneId, name: fc.constant('example.com'), roleArn },
    { requiredKeys: ['id', 'name'] },
  ),
  fc.record({ name: fc.constant('Example.com.'), create: fc.constant(true) }),
);

const eks = (name: string) =>
  fc
    .oneof(
      some({
        roleArn: fc.constant(`arn:aws:iam::${home.account}:role/x`),
        auditLogs: fc.boolean(),
      }),
      fc.record({ roleArn, account: fc.constant(elsewhere.account) }),
      fc.record({ region: fc.constant(elsewhere.region) }),
    )
    .map((entry) => ({ name, ...entry }));

const host = fc.oneof(
  eks('control').map((cluster) => ({ eks: cluster })),
  secret.map((kubeconfigSecret) => ({ kubeconfigSecret })),
);

const eksClusters = fc
  .uniqueArray(label, { maxLength: 4 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc
          .tuple(eks(`eks-${name}`), fc.boolean())
          .map(([entry, renamed]) => (renamed ? { ...entry, cluster: `c-${name}` } : entry)),
      ),
    ),
  );

const tokenHashes = fc.dictionary(
  label.map((name) => `self-${name}`),
  fc.array(hash, { minLength: 1, maxLength: 2 }),
  { maxKeys: 6 },
);

const selector = fc
  .array(
    fc.tuple(label, fc.stringMatching(/^[a-z0-9]{0,5}$/)).map(([key, value]) => `${key}=${value}`),
    { maxLength: 3 },
  )
  .map((parts) => parts.join(','));

const optional = some({
  suffix: fc.constantFrom('example.com', 'Fed.Example.com.', 'a.b.example.com'),
  ttlSeconds: whole(1, 604_800),
  hostNames: fc.constantFrom('alias', 'resolve'),
  elbZoneIds: fc.dictionary(
    label.map((name) => `${name}.example.net`),
    zoneId,
    { maxKeys: 3 },
  ),
  hostCluster: fc.constant('hub'),
  clientIp: fc.constantFrom('192.0.2.1', '2001:db8::1'),
  selector,
  namesakes: fc.constantFrom('refuse', 'adopt'),
  createNamespaces: fc.boolean(),
  leavePolicy: fc.constantFrom('keep', 'remove'),
  secretNamespace: label,
  ownUsernames: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 20 }), {
    minLength: 1,
    maxLength: 3,
  }),
  memberSecrets: fc.uniqueArray(secret, { maxLength: 3 }),
  webhook: some({
    reservedConcurrency: fc.oneof(whole(1, 1_000), fc.constant('none')),
    tokenHashes,
  }),
  delays: some({
    reviewMs: whole(0, 900_000),
    clusterAvailableMs: whole(0, 900_000),
    publishMs: whole(0, 900_000),
  }),
  resyncMinutes: whole(1, 1_440),
  healthMinutes: whole(1, 60),
  health: some({
    probeFailures: whole(1, 100),
    probeSuccesses: whole(1, 100),
    offlinePolicy: fc.constantFrom('preserve', 'withdraw'),
    withdrawFailures: whole(1, 3),
    withdrawLooks: whole(3, 100),
    withdrawShare: fc.double({ min: 0, max: 1, noNaN: true }).map(Math.abs),
  }),
  route53RequestsPerSecond: whole(1, 1_000),
  driftSweepMinutes: whole(0, 10_080),
  driftPolicy: fc.constantFrom('report', 'repair'),
  memberLimitMs: whole(100, 60_000),
});

/** Settings files without fault: each setting is there or not, with whatever value it may have. */
export const arbitraryFile: fc.Arbitrary<RawFile> = fc
  .record({ federation: label, zone, host, eksClusters, optional })
  .map(({ optional: more, ...file }) => ({ ...home, ...file, ...more }));
