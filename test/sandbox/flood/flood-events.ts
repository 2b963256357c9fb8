/** Draws the next number in [0, 1). */
type Draw = () => number;

/** Names that the flood is about. */
export const floodedServices = Array.from({ length: 60 }, (_, at) => ({
  namespace: `team-${at % 6}`,
  name: `service-${at}`,
}));

/** A repeatable stream of numbers (mulberry32). */
export const drawFrom = (seed: number): Draw => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** What an API server audits of a write that is over. */
const written = (resource: string, namespace: string, name: string): object => ({
  kind: 'Event',
  apiVersion: 'audit.k8s.io/v1',
  level: 'Metadata',
  auditID: '7a5d0b1e-58f2-4c33-9f0a-0d8c6f5d2b11',
  stage: 'ResponseComplete',
  requestURI: `/api/v1/namespaces/${namespace}/${resource}/${name}`,
  verb: 'update',
  user: { username: 'system:serviceaccount:kube-system:endpoint-controller' },
  sourceIPs: ['192.0.2.10'],
  objectRef: { resource, namespace, name, apiVersion: 'v1' },
  responseStatus: { code: 200 },
  requestReceivedTimestamp: '2026-01-05T10:00:00.000000Z',
  stageTimestamp: '2026-01-05T10:00:00.004000Z',
});

/** Things that are no audit event about a Service, whatever they claim. */
const garbage: readonly unknown[] = [
  null,
  17,
  'not an event',
  [],
  { kind: 'Event', stage: 'ResponseComplete', verb: 'update' },
  { ...written('services', 'x'.repeat(5_000), 'y'.repeat(5_000)), verb: 7 },
  { kind: 'Pod', metadata: { name: 'web' } },
  JSON.parse('{"__proto__":{"stage":"ResponseComplete"},"objectRef":{"__proto__":{"name":"web"}}}'),
  written('configmaps', 'team-0', 'service-0'),
  { ...written('services', 'team-0', 'service-0'), responseStatus: { code: 409 } },
];

/** One batch: events about drawn Services, one in a hundred of them garbage; `keys` are those that it names. */
export const floodBatch = (draw: Draw, size: number) => {
  const keys = new Set<string>();
  const items = Array.from({ length: size }, () => {
    if (draw() < 0.01) return garbage[Math.floor(draw() * garbage.length)];
    const service = floodedServices[Math.floor(draw() * floodedServices.length)];
    if (service === undefined) throw new Error('Cannot draw a Service: there is none');
    keys.add(`${service.namespace}/${service.name}`);
    return written('services', service.namespace, service.name);
  });
  return { items, keys };
};

/** A batch that names every Service once. */
export const everyService = (): readonly object[] =>
  floodedServices.map(({ namespace, name }) => written('services', namespace, name));
