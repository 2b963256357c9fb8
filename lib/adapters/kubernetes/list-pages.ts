import { type ApiCall, type ApiClient, callJson } from './api-client.ts';
import { refuse } from './failures.ts';
import { listSchema, readAs } from './schema.ts';

/** Items that one request asks for. */
const pageLimit = 500;

/** One page of a list as the API gave it. */
export type RawPage = { readonly items: readonly unknown[]; readonly next?: string };

/** Reads one page; an expired `next` (410) fails as `transient`: the list starts over. */
export const readPage = async (
  client: ApiClient,
  call: ApiCall,
  next: string | undefined,
): Promise<RawPage> => {
  const query = {
    ...call.query,
    limit: String(pageLimit),
    ...(next === undefined ? {} : { continue: next }),
  };
  const answer = await callJson(client, { ...call, query });
  const { metadata, items } = readAs(listSchema, answer, `${call.what} ${client.place}`);
  return { items: items ?? [], ...(metadata.continue ? { next: metadata.continue } : {}) };
};

/** Pages of a list that is kept as a whole: 50,000 items, ten times the nodes that Kubernetes is made for. */
const maxPages = 100;

/**
 * Reads a list to its end, and of each item what `read` takes. Throws a `ControllerError` of kind `terminal` for a list that goes on and
 * on, as only a server does that means no good.
 */
export const readAllPages = async <Item>(
  client: ApiClient,
  call: ApiCall,
  read: (item: unknown) => Item,
): Promise<readonly Item[]> => {
  const pages: (readonly Item[])[] = [];
  let next: string | undefined;
  do {
    if (pages.length === maxPages)
      throw refuse(`${call.what} ${client.place}`, `the list has more than ${maxPages} pages`);
    const page = await readPage(client, call, next);
    pages.push(page.items.map(read));
    next = page.next;
  } while (next !== undefined);
  return pages.flat();
};
