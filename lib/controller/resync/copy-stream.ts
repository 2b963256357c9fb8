import type { Cluster } from '../../core/model/cluster.ts';
import { ControllerError } from '../../core/model/failure.ts';
import { formatServiceKey } from '../../core/model/service-key.ts';
import type { ServiceObject } from '../../core/model/service-object.ts';
import type { ListOptions } from '../../ports/federated-services.ts';
import type { MemberReads } from './member-reads.ts';
import { pagesOf } from './pages.ts';

/** The copies of one member in the order of their keys, of which memory holds a page and the next one. */
export type CopyStream = {
  /**
   * Of the copies up to and including that key, and after the one before, those with a key that is wanted. Throws `ControllerError`, of
   * kind `terminal` for more than a run may hold.
   */
  readonly upTo: (
    last: string,
    wanted: ReadonlySet<string>,
  ) => Promise<ReadonlyMap<string, ServiceObject>>;
  /** What the page is asked for by that the stream stands in; undefined for the first one. */
  readonly token: () => string | undefined;
};

/** Pages of a list that means well: half a million objects, many more than an API server holds (Kubernetes, "Considerations for large clusters"). */
export const maxPages = 1_000;

/** Characters of the copies of one page of the host, as JSON: 500 Services of 16 KB. As objects they take twenty times as much where they are meant to. */
const maxCharacters = 8_000_000;

type Copy = { readonly text: string; readonly service: ServiceObject };

/**
 * Opens the list of a member's copies, or goes on with one: from the page of `next`, and with what comes after `after`. Streams of
 * several clusters go along with the host's list, since the API server lists objects in the order of their keys.
 */
export const openCopyStream = (
  { cluster, listServices }: Pick<MemberReads, 'cluster' | 'listServices'>,
  { after, ...options }: ListOptions & { readonly after: string },
): CopyStream => {
  const { next: first, ...rest } = options;
  const pages = pagesOf(
    (next) => listServices({ ...rest, ...(next === undefined ? {} : { next }) }),
    first,
  );
  let token = first;
  let hasMore = true;
  let count = 0;
  let highest = '';
  let waiting: Copy[] = [];
  const readOn = async (): Promise<void> => {
    count += 1;
    if (count > maxPages) throw endless(cluster);
    const read = await pages.next();
    token = read?.token;
    hasMore = read?.page.next !== undefined;
    const items = read?.page.items ?? [];
    const copies = items.map((service) => ({ text: formatServiceKey(service.key), service }));
    for (const { text } of copies) {
      if (text <= highest) throw unordered('Services', cluster);
      highest = text;
    }
    waiting = copies.filter(({ text }) => text > after).reverse();
  };
  return {
    token: () => token,
    upTo: async (last, wanted) => {
      const found = new Map<string, ServiceObject>();
      let characters = 0;
      const keep = ({ text, service }: Copy): void => {
        if (!wanted.has(text)) return;
        characters += JSON.stringify(service).length;
        if (characters > maxCharacters) throw tooLarge(cluster);
        found.set(text, service);
      };
      for (;;) {
        for (let copy = waiting.at(-1); copy && copy.text <= last; copy = waiting.at(-1)) {
          keep(copy);
          waiting.pop();
        }
        if (waiting.length > 0 || highest >= last || !hasMore) return found;
        await readOn();
      }
    },
  };
};

/** A list that goes on and on. */
export const endless = ({ name }: Cluster): ControllerError =>
  new ControllerError(
    'terminal',
    `Cannot list what cluster ${name} holds: the list has more than ${maxPages} pages`,
  );

const tooLarge = ({ name }: Cluster): ControllerError =>
  new ControllerError(
    'terminal',
    `Cannot list Services in cluster ${name}: the copies of one page have more than ${maxCharacters} characters`,
  );

/** A list that does not go along with the host's. */
export const unordered = (what: string, { name }: Cluster): ControllerError =>
  new ControllerError(
    'terminal',
    `Cannot list ${what} in cluster ${name}: its API server lists them in another order than that of their names`,
  );
