import { randomInt } from 'node:crypto';
import type { TestContext } from 'node:test';
import {
  type Change,
  ChangeResourceRecordSetsCommand,
  ListResourceRecordSetsCommand,
  type ResourceRecordSet,
  Route53Client,
  type RRType,
} from '@aws-sdk/client-route-53';
import {
  type Route53Options,
  type Route53Server,
  startRoute53,
} from '../../../infra/sandbox/route53/server.ts';

/** The server, a client with the real SDK's protocol and no retries, and a clock to move. */
export type Harness = {
  readonly server: Route53Server;
  readonly client: Route53Client;
  readonly zoneId: string;
  readonly advance: (ms: number) => void;
  /** Sends one batch; the zone is never busy with the one before. */
  readonly change: (...changes: readonly Change[]) => Promise<unknown>;
  /** All sets but the apex NS and SOA. */
  readonly list: () => Promise<readonly ResourceRecordSet[]>;
};

/** Starts a server with one zone for a test and closes it after. */
export const startHarness = async (
  t: Pick<TestContext, 'after'>,
  zoneName: string,
  limits: Route53Options['limits'] = {},
): Promise<Harness> => {
  let time = 1_800_000_000_000;
  const random = (): number => randomInt(1_000_000) / 1_000_000;
  const server = await startRoute53({ now: () => time, random, limits });
  const client = new Route53Client({
    endpoint: server.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'any', secretAccessKey: 'thing' },
    maxAttempts: 1,
  });
  t.after(async () => {
    client.destroy();
    await server.close();
  });
  const zoneId = server.createZone({ name: zoneName });
  const advance = (ms: number): void => {
    time += ms;
  };
  return {
    server,
    client,
    zoneId,
    advance,
    change: (...Changes) => {
      advance(1000);
      return client.send(
        new ChangeResourceRecordSetsCommand({
          HostedZoneId: zoneId,
          ChangeBatch: { Changes: [...Changes] },
        }),
      );
    },
    list: async () => {
      const page = await client.send(new ListResourceRecordSetsCommand({ HostedZoneId: zoneId }));
      const apex = `${zoneName}.`;
      return (page.ResourceRecordSets ?? []).filter((set) => set.Name !== apex);
    },
  };
};

/** A record set as the SDK takes it. */
export const recordSet = (
  name: string,
  type: RRType,
  ...values: readonly string[]
): ResourceRecordSet => ({
  Name: name,
  Type: type,
  TTL: 180,
  ResourceRecords: values.map((Value) => ({ Value })),
});

/** A CREATE of a record set. */
export const create = (set: ResourceRecordSet): Change => ({
  Action: 'CREATE',
  ResourceRecordSet: set,
});

/** A DELETE of a record set. */
export const remove = (set: ResourceRecordSet): Change => ({
  Action: 'DELETE',
  ResourceRecordSet: set,
});

/** An UPSERT of a record set. */
export const upsert = (set: ResourceRecordSet): Change => ({
  Action: 'UPSERT',
  ResourceRecordSet: set,
});
