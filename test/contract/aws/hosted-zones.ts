import { CreateHostedZoneCommand, Route53Client } from '@aws-sdk/client-route-53';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';
import { startRoute53 } from '../../../infra/sandbox/route53/server.ts';
import { bareZoneId } from '../../../lib/adapters/route53/names.ts';
import { givenEndpoint } from './given-endpoint.ts';

/** Route 53 for one test file. */
export type OpenRoute53 = {
  readonly client: Route53Client;
  /** Makes an empty hosted zone of that name and returns its bare id. */
  readonly createZone: (name: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

/** Opens the stand-in, or what `AWS_ENDPOINT_URL_ROUTE_53` names. */
export const openRoute53 = async (): Promise<OpenRoute53> => {
  const endpoint = givenEndpoint('ROUTE_53');
  let clockMs = 0;
  // Each look at the clock is a second later, so that no request meets a busy zone or an empty bucket.
  const now = (): number => {
    clockMs += 1000;
    return clockMs;
  };
  const standIn = endpoint ? undefined : await startRoute53({ now, random: Math.random });
  const url = endpoint ?? standIn?.url ?? '';
  const client = new Route53Client({ ...sandboxClientConfig(url), maxAttempts: 1 });
  let zones = 0;
  return {
    client,
    createZone: async (name) => {
      zones += 1;
      const reference = `${process.pid}-${process.hrtime.bigint()}-${zones}`;
      const command = new CreateHostedZoneCommand({ Name: name, CallerReference: reference });
      const { HostedZone: zone } = await client.send(command);
      return bareZoneId(zone?.Id ?? '');
    },
    close: async () => {
      client.destroy();
      await standIn?.close();
    },
  };
};
