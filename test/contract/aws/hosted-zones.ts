import { CreateHostedZoneCommand, Route53Client } from '@aws-sdk/client-route-53';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';
import { startRoute53 } from '../../../infra/sandbox/route53/server.ts';
import { bareZoneId } from '../../../lib/adapters/route53/names.ts';
import { closeAll } from '../../aws/stand-in/close-all.ts';
import { givenEndpoint } from '../../aws/stand-in/given-endpoint.ts';
import { removeZone, zonesReferredTo } from '../../aws/stand-in/remove-zone.ts';
import { uniqueName } from '../../aws/stand-in/unique-name.ts';

/** Route 53 for one test file. */
export type OpenRoute53 = {
  readonly client: Route53Client;
  /** What the caller references of all zones of this file begin with. */
  readonly reference: string;
  /** Makes an empty hosted zone of that name and returns its bare id. */
  readonly createZone: (name: string) => Promise<string>;
  /** Deletes every zone whose caller reference begins with `reference`. */
  readonly close: () => Promise<void>;
};

/** Opens the stand-in that comes with the project, or what `AWS_ENDPOINT_URL` names. */
export const openRoute53 = async (): Promise<OpenRoute53> => {
  const endpoint = givenEndpoint('ROUTE_53');
  let clockMs = 0;
  // Each look at the clock is a second later, so that no request meets a busy zone or an empty bucket.
  const now = (): number => {
    clockMs += 1000;
    return clockMs;
  };
  const standIn =
    endpoint === undefined ? await startRoute53({ now, random: Math.random }) : undefined;
  const url = endpoint ?? standIn?.url ?? '';
  const client = new Route53Client({ ...sandboxClientConfig(url), maxAttempts: 1 });
  const reference = uniqueName();
  let zones = 0;
  return {
    client,
    reference,
    createZone: async (name) => {
      zones += 1;
      const given = { Name: name, CallerReference: `${reference}/zone-${zones}` };
      const { HostedZone: zone } = await client.send(new CreateHostedZoneCommand(given));
      return bareZoneId(zone?.Id ?? '');
    },
    close: () =>
      closeAll([
        async () => {
          const ids = await zonesReferredTo(client, reference);
          await closeAll(ids.map((id) => () => removeZone(client, id)));
        },
        async () => client.destroy(),
        () => standIn?.close(),
      ]),
  };
};
