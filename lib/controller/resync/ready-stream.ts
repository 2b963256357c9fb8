import type { Cluster } from '../../core/model/cluster.ts';
import { formatServiceKey } from '../../core/model/service-key.ts';
import type { ListOptions } from '../../ports/federated-services.ts';
import { withTimeLimit } from '../time-limit.ts';
import { endless, maxPages, type StreamContext, unordered } from './copy-stream.ts';
import { pagesOf } from './pages.ts';

/** How many distinct ready endpoints stand behind the Services of one member, namespace by namespace. */
export type ReadyStream = {
  /**
   * The counts of all Services up to and including that key, less those of namespaces that were passed before. Throws `ControllerError`: a
   * part is no count.
   */
  readonly upTo: (last: string) => Promise<ReadonlyMap<string, number>>;
};

/**
 * Opens the list of a member's EndpointSlices with these labels, whose Services go by `namespace/name`. Slices of one namespace come in the
 * order of their own names, which says nothing of their Services; but a namespace is complete once the list has come to the next one.
 */
export const openReadyStream = (
  cluster: Cluster,
  options: Omit<ListOptions, 'next'>,
  ctx: StreamContext,
): ReadyStream => {
  const pages = pagesOf((next) => {
    const asked = { ...options, ...(next === undefined ? {} : { next }) };
    return withTimeLimit(ctx.memberLimitMs, ctx, (signal) =>
      ctx.members.listSlices(cluster, asked, signal),
    );
  }, undefined);
  /** By Service, the ready addresses of its slices in one text; and the number that they come to. */
  let addresses = new Map<string, string>();
  let counts = new Map<string, number>();
  let hasMore = true;
  let reached = '';
  let passed = '';
  let count = 0;
  const readOn = async (): Promise<void> => {
    count += 1;
    if (count > maxPages) throw endless(cluster);
    const page = (await pages.next())?.page;
    hasMore = page?.next !== undefined;
    for (const { key, ready } of page?.items ?? []) {
      const text = formatServiceKey(key);
      if (placeOf(text) < reached) throw unordered('EndpointSlices', cluster);
      reached = placeOf(text);
      addresses.set(text, `${addresses.get(text) ?? ''}${ready.map((one) => `${one} `).join('')}`);
    }
  };
  return {
    upTo: async (last) => {
      const wanted = placeOf(last);
      while (hasMore && reached <= wanted) await readOn();
      const isNear = ([text]: readonly [string, unknown]): boolean => placeOf(text) <= wanted;
      const kept = [...counts].filter(([text]) => placeOf(text) >= passed);
      const near = [...addresses].filter(isNear);
      addresses = new Map([...addresses].filter((one) => !isNear(one)));
      counts = new Map([...kept, ...near.map(([text, all]) => [text, distinct(all)] as const)]);
      passed = wanted;
      return counts;
    },
  };
};

/** The namespace of a key, as lists are ordered by it: `a-b/` comes before `a/`. */
const placeOf = (text: string): string => text.slice(0, text.indexOf('/') + 1);

const distinct = (all: string): number => new Set(all.split(' ').filter((one) => one !== '')).size;
