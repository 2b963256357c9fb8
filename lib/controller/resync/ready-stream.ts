import type { Cluster } from '../../core/model/cluster.ts';
import { ControllerError } from '../../core/model/failure.ts';
import { formatServiceKey } from '../../core/model/service-key.ts';
import type { ListOptions } from '../../ports/federated-services.ts';
import { endless, maxPages, unordered } from './copy-stream.ts';
import type { MemberReads } from './member-reads.ts';
import { pagesOf } from './pages.ts';

/** How many distinct ready endpoints stand behind the Services of one member, namespace by namespace. */
export type ReadyStream = {
  /**
   * The counts of all Services up to and including that key, less those of namespaces that were passed before. Throws `ControllerError`: a
   * part is no count.
   */
  readonly upTo: (last: string) => Promise<ReadonlyMap<string, number>>;
};

/** Characters of names and addresses that one member's slices may have: a million endpoints, six times the Pods that Kubernetes is made for. */
const maxCharacters = 16_000_000;

/**
 * Opens the list of a member's EndpointSlices with these labels, whose Services go by `namespace/name`. Slices of one namespace come in the
 * order of their own names, which says nothing of their Services; but a namespace is complete once the list has come to the next one.
 */
export const openReadyStream = (
  { cluster, listSlices }: Pick<MemberReads, 'cluster' | 'listSlices'>,
  options: Omit<ListOptions, 'next'>,
): ReadyStream => {
  const pages = pagesOf(
    (next) => listSlices({ ...options, ...(next === undefined ? {} : { next }) }),
    undefined,
  );
  /** By Service, the ready addresses of its slices in one text; and the number that they come to. */
  let addresses = new Map<string, string>();
  let counts = new Map<string, number>();
  let hasMore = true;
  let reached = '';
  let passed = '';
  let count = 0;
  let characters = 0;
  const readOn = async (): Promise<void> => {
    count += 1;
    if (count > maxPages) throw endless(cluster);
    const page = (await pages.next())?.page;
    hasMore = page?.next !== undefined;
    for (const { key, ready } of page?.items ?? []) {
      const text = formatServiceKey(key);
      if (placeOf(text) < reached) throw unordered('EndpointSlices', cluster);
      reached = placeOf(text);
      const more = ready.map((one) => `${one} `).join('');
      characters += text.length + more.length;
      if (characters > maxCharacters) throw tooMuch(cluster);
      addresses.set(text, `${addresses.get(text) ?? ''}${more}`);
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

const tooMuch = ({ name }: Cluster): ControllerError =>
  new ControllerError(
    'terminal',
    `Cannot list EndpointSlices in cluster ${name}: their names and addresses have more than ${maxCharacters} characters`,
  );
