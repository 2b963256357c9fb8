import type { ZoneRecordSet } from '../route53/zone/record-set.ts';
import type { Topology } from '../topology.ts';
import type { AddressBook } from './addresses.ts';

/** A zone of load-balancer host names, as the cloud's own DNS would answer for it. */
export type LoadBalancerZone = {
  readonly name: string;
  readonly recordSets: readonly ZoneRecordSet[];
};

const ttlSeconds = 60;

/** One zone a region whose load balancers have host names, with an A record for each that is up. */
export const loadBalancerZones = (
  topology: Topology,
  addresses: AddressBook,
): readonly LoadBalancerZone[] => {
  const names = addresses.hostNames();
  const regions = topology.members
    .filter(({ loadBalancers }) => loadBalancers === 'hostname')
    .map(({ region }) => region);
  return [...new Set(regions)].map((region) => {
    const name = `elb.${region}.amazonaws.com`;
    return {
      name,
      recordSets: names
        .filter(({ hostname }) => hostname.endsWith(`.${name}`))
        .map(({ hostname, ip }) => ({
          name: `${hostname}.`,
          type: 'A',
          ttlSeconds,
          values: [ip],
        })),
    };
  });
};
