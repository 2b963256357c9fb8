import {
  ChangeResourceRecordSetsCommand,
  type ResourceRecordSet,
  type RRType,
} from '@aws-sdk/client-route-53';
import type { Federation } from './federation.ts';

/** A record set that a person keeps in the zone. */
export type ForeignSet = Pick<ResourceRecordSet, 'SetIdentifier' | 'Weight'> & {
  readonly Name: string;
  readonly Type: RRType;
  readonly values: readonly string[];
};

/** Creates a record set over the Route 53 API, as a person would. */
export const createForeign = async (
  { sandbox, route53 }: Federation,
  { values, ...set }: ForeignSet,
): Promise<void> => {
  const ResourceRecords = values.map((Value) => ({ Value }));
  await route53.send(
    new ChangeResourceRecordSetsCommand({
      HostedZoneId: sandbox.endpoints.hostedZoneId,
      ChangeBatch: {
        Changes: [{ Action: 'CREATE', ResourceRecordSet: { ...set, TTL: 300, ResourceRecords } }],
      },
    }),
  );
};

/** Values of the set of that name and type; undefined if the zone has none. */
export const foreignAt = (
  { sandbox }: Federation,
  name: string,
  type: string,
): readonly string[] | undefined =>
  sandbox.controls.records().find((set) => set.name === name && set.type === type)?.values;
