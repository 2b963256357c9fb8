import type { InferOutput } from 'valibot';
import { formatServiceKey, type ServiceKey } from '../../core/model/service-key.ts';
import { type ApiCall, type ApiClient, expectJson } from './api-client.ts';
import { endpointSlicesPath, endpointsPath } from './api-paths.ts';
import { saysAbsent } from './api-status.ts';
import { readAllPages } from './list-pages.ts';
import { endpointSliceSchema, endpointsSchema, readAs } from './schema.ts';

/**
 * Counts distinct ready addresses behind a Service. Slices may be several a Service, and one address may stand in two of
 * them while it moves (discovery/v1 EndpointSlice). Endpoints are read only where there is no slice at all.
 */
export const countReadyEndpoints = async (
  client: ApiClient,
  key: ServiceKey,
  signal: AbortSignal | undefined,
): Promise<number> => {
  const what = `read the EndpointSlices of Service ${formatServiceKey(key)}`;
  const call: ApiCall = {
    what,
    method: 'GET',
    path: endpointSlicesPath(key.namespace),
    query: { labelSelector: `kubernetes.io/service-name=${key.name}` },
    signal,
  };
  const slices = await readAllPages(client, call, (slice) =>
    readyAddresses(readAs(endpointSliceSchema, slice, `${what} ${client.place}`)),
  );
  if (slices.length === 0) return countInEndpoints(client, key, signal);
  return new Set(slices.flat()).size;
};

/** The addresses of a slice that are ready. */
export const readyAddresses = (slice: InferOutput<typeof endpointSliceSchema>): readonly string[] =>
  (slice.endpoints ?? [])
    // Absent `ready` means ready, but not for an endpoint that is on its way out (discovery/v1 EndpointConditions).
    .filter(({ conditions }) => conditions?.ready ?? conditions?.terminating !== true)
    .flatMap(({ addresses }) => addresses);

const countInEndpoints = async (
  client: ApiClient,
  key: ServiceKey,
  signal: AbortSignal | undefined,
): Promise<number> => {
  const call: ApiCall = {
    what: `read Endpoints ${formatServiceKey(key)}`,
    method: 'GET',
    path: endpointsPath(key),
    signal,
  };
  const answer = await client.send(call);
  if (saysAbsent(answer, 'endpoints', key.name)) return 0;
  const json = expectJson(client, call, answer);
  const { subsets } = readAs(endpointsSchema, json, `${call.what} ${client.place}`);
  const addresses = (subsets ?? []).flatMap((subset) => subset.addresses ?? []);
  return new Set(addresses.map(({ ip }) => ip)).size;
};
