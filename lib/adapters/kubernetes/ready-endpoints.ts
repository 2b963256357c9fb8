import type { InferOutput } from 'valibot';
import { formatServiceKey, type ServiceKey } from '../../core/model/service-key.ts';
import { type ApiCall, type ApiClient, expectJson } from './api-client.ts';
import { endpointSlicesPath, endpointsPath } from './api-paths.ts';
import { saysAbsent } from './api-status.ts';
import { refuse } from './failures.ts';
import { readAllPages } from './list-pages.ts';
import { endpointSliceSchema, endpointsSchema, readAs } from './schema.ts';

/** Slices of a page: full ones have 100 endpoints and some 35 KB, and ten Services may be read at once. */
const pageLimits: readonly number[] = [20, 5, 1];

/** Largest page: twenty full slices, or one of the largest object that a cluster keeps (etcd, "System limits": 1.5 MiB). */
const maxPageBytes = 4 * 1024 * 1024;

/** Characters of the addresses of one Service: 25,000 endpoints by IPv6, a hundred times the 250 that Kubernetes is made for. */
const maxCharacters = 1_000_000;

/**
 * Counts distinct ready addresses behind a Service. Slices may be several a Service, and one address may stand in two of
 * them while it moves (discovery/v1 EndpointSlice). Endpoints are read only where there is no slice at all. Throws a `ControllerError` of
 * kind `terminal` for more than a million characters of addresses.
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
    maxAnswerBytes: maxPageBytes,
    signal,
  };
  const place = `${what} ${client.place}`;
  const found = new Set<string>();
  let characters = 0;
  const read = (slice: unknown): void => {
    for (const address of readyAddresses(readAs(endpointSliceSchema, slice, place))) {
      if (found.has(address)) continue;
      found.add(address);
      characters += address.length;
      if (characters > maxCharacters)
        throw refuse(place, `their addresses have more than ${maxCharacters} characters`);
    }
  };
  const slices = await readAllPages(client, call, { read, limits: pageLimits });
  if (slices.length === 0) return countInEndpoints(client, key, signal);
  return found.size;
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
