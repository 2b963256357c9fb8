import type { ApiAnswer } from './api-answer.ts';
import { type ApiCall, type ApiClient, expectJson } from './api-client.ts';
import { readStatus } from './api-status.ts';
import { refuse } from './failures.ts';
import { listSchema, readAs } from './schema.ts';

/** Items that one request asks for. */
const pageLimit = 500;

/** One page of a list as the API gave it. */
export type RawPage = { readonly items: readonly unknown[]; readonly next?: string };

/**
 * Reads one page. A `next` that has expired (410) goes on with the token that the API gives instead: from the same place, in what stands
 * there now (Kubernetes, "Retrieving large results sets in chunks"). Without one it fails as `transient`: the list starts over.
 */
export const readPage = async (
  client: ApiClient,
  call: ApiCall,
  next: string | undefined,
): Promise<RawPage> => {
  const first = await ask(client, call, next);
  const instead = first.status === 410 ? readStatus(first.text).continue : undefined;
  const answer = instead === undefined ? first : await ask(client, call, instead);
  const json = expectJson(client, call, answer);
  const { metadata, items } = readAs(listSchema, json, `${call.what} ${client.place}`);
  return { items: items ?? [], ...(metadata.continue ? { next: metadata.continue } : {}) };
};

const ask = (client: ApiClient, call: ApiCall, next: string | undefined): Promise<ApiAnswer> =>
  client.send({
    ...call,
    query: {
      ...call.query,
      limit: String(pageLimit),
      ...(next === undefined ? {} : { continue: next }),
    },
  });

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
