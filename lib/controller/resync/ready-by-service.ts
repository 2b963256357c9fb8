import type { Cluster } from '../../core/model/cluster.ts';
import { formatServiceKey } from '../../core/model/service-key.ts';
import type { ListOptions } from '../../ports/federated-services.ts';
import { withTimeLimit } from '../time-limit.ts';
import { endless, maxPages, type StreamContext } from './copy-stream.ts';

/**
 * How many distinct ready endpoints stand behind each Service of a member that has an EndpointSlice with these labels, by
 * `namespace/name`. Slices come in the order of their own names, so that all are read before any Service is looked at; what is kept of
 * them is their addresses in one text a Service, and in the end a number. Throws `ControllerError`: a part is no count.
 */
export const readyByService = async (
  cluster: Cluster,
  options: Omit<ListOptions, 'next'>,
  ctx: StreamContext,
): Promise<ReadonlyMap<string, number>> => {
  const addresses = new Map<string, string>();
  let next: string | undefined;
  for (let pages = 1; pages === 1 || next !== undefined; pages += 1) {
    if (pages > maxPages) throw endless(cluster);
    const asked = { ...options, ...(next === undefined ? {} : { next }) };
    const page = await withTimeLimit(ctx.memberLimitMs, ctx, (signal) =>
      ctx.members.listSlices(cluster, asked, signal),
    );
    for (const { key, ready } of page.items) {
      const text = formatServiceKey(key);
      addresses.set(text, `${addresses.get(text) ?? ''}${ready.map((one) => `${one} `).join('')}`);
    }
    next = page.next;
  }
  return new Map([...addresses].map(([text, all]) => [text, distinct(all)]));
};

const distinct = (all: string): number => new Set(all.split(' ').filter((one) => one !== '')).size;
