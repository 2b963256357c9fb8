import { hostName, type Topology } from './topology.ts';

/** Port of each server of the sandbox by name; 0 lets the system choose a free one. */
export type PortPlan = (server: string) => number;

/** The servers in the order in which `--port-base` numbers them: base, base + 1, … */
export const serversInOrder = (topology: Topology): readonly string[] => [
  'control',
  'dns',
  'webhook',
  'route53',
  'dynamodb',
  'sqs',
  ...[hostName, ...topology.members.map(({ name }) => name)].map((name) => `kubernetes ${name}`),
];

/** Numbers the servers from `base`; free ports for all where there is none. Throws if they would pass 65535. */
export const planPorts = (topology: Topology, base: number | undefined): PortPlan => {
  const servers = serversInOrder(topology);
  if (base === undefined) return () => 0;
  if (base + servers.length - 1 > 65_535)
    throw new Error(
      `Cannot use port base ${base}: ${servers.length} ports from there pass 65535; take ${65_536 - servers.length} or less`,
    );
  return (server) => {
    const place = servers.indexOf(server);
    if (place < 0) throw new Error(`Cannot plan a port for ${server}: no such server`);
    return base + place;
  };
};

const isInUse = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === 'EADDRINUSE') ||
    (error.cause !== undefined && isInUse(error.cause)));

/** Starts a server on its planned port; a port that is taken becomes an error that names the server and the way out. */
export const startOn = async <T>(
  plan: PortPlan,
  server: string,
  start: (port: number) => Promise<T>,
): Promise<T> => {
  const port = plan(server);
  try {
    return await start(port);
  } catch (cause) {
    if (!isInUse(cause)) throw cause;
    throw new Error(
      `Cannot start ${server} on port ${port}: the port is taken; give another --port-base, or none for free ports`,
      { cause },
    );
  }
};
