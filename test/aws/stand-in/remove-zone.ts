import {
  ChangeResourceRecordSetsCommand,
  DeleteHostedZoneCommand,
  type HostedZone,
  ListResourceRecordSetsCommand,
  paginateListHostedZones,
  type ResourceRecordSet,
  type Route53Client,
} from '@aws-sdk/client-route-53';

/** Sets of a batch: with 400 values each, the most that a set takes, they stay below the 1,000 of a batch. */
const batchSize = 2;

/** Deletes a hosted zone with all that stands in it. */
export const removeZone = async (client: Route53Client, id: string): Promise<void> => {
  for (;;) {
    const sets = await firstSets(client, id);
    if (sets.length === 0) break;
    for (let from = 0; from < sets.length; from += batchSize) {
      const Changes = sets
        .slice(from, from + batchSize)
        .map((set) => ({ Action: 'DELETE' as const, ResourceRecordSet: set }));
      const command = { HostedZoneId: id, ChangeBatch: { Changes } };
      await client.send(new ChangeResourceRecordSetsCommand(command));
    }
  }
  await client.send(new DeleteHostedZoneCommand({ Id: id }));
};

/** The first sets of a zone, but for those that go with it: NS and SOA at its apex. */
const firstSets = async (
  client: Route53Client,
  id: string,
): Promise<readonly ResourceRecordSet[]> => {
  const command = new ListResourceRecordSetsCommand({ HostedZoneId: id, MaxItems: 300 });
  const { ResourceRecordSets: sets = [] } = await client.send(command);
  return sets.filter(({ Type: type }) => type !== 'NS' && type !== 'SOA');
};

/** Ids of the hosted zones that `isWanted`. */
const zonesThat = async (
  client: Route53Client,
  isWanted: (zone: HostedZone) => boolean,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  for await (const { HostedZones: zones = [] } of paginateListHostedZones({ client }, {})) {
    ids.push(...zones.filter(isWanted).map(({ Id: id = '' }) => id));
  }
  return ids;
};

/** Ids of the hosted zones whose caller reference begins with `prefix`. */
export const zonesReferredTo = (
  client: Route53Client,
  prefix: string,
): Promise<readonly string[]> =>
  zonesThat(client, ({ CallerReference: given = '' }) => given.startsWith(prefix));

/** Ids of the hosted zones of a name, which is given without the trailing dot. */
export const zonesNamed = (client: Route53Client, name: string): Promise<readonly string[]> =>
  zonesThat(client, ({ Name: given }) => given === `${name}.`);
