import type { RecordReport } from '../../../infra/sandbox/control/status-report.ts';
import { awaitAddress, type CaseService } from './federated-service.ts';

/** A record set as vectors write it. */
export type VectorRecord = {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  readonly rrdatas: readonly string[];
};

/** The address of each cluster's load balancer: in the vector, and in the sandbox. */
export type Addresses = { readonly [vectorAddress: string]: string };

/** Waits for the sandbox's addresses; `owners` names the cluster that has each address of the vector. */
export const awaitAddresses = async (
  service: CaseService,
  owners: { readonly [vectorAddress: string]: string },
): Promise<Addresses> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(owners).map(
        async ([address, cluster]) => [address, await awaitAddress(service, cluster)] as const,
      ),
    ),
  );

/** The vector's records as the sandbox must hold them: its own addresses, the case's namespace. */
export const inSandbox = (
  records: readonly VectorRecord[],
  service: CaseService,
  addresses: Addresses,
): readonly RecordReport[] => {
  const named = (text: string): string =>
    text.replace('nginx.default.', `nginx.${service.namespace}.`);
  return records
    .map(({ name, type, ttl, rrdatas }) => ({
      name: named(name),
      type,
      ttlSeconds: ttl,
      values: rrdatas.map((value) => addresses[value] ?? named(value)).sort(),
    }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
};
