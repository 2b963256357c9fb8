import { ControllerError } from '../../core/model/failure.ts';
import type { Page } from '../../ports/federated-services.ts';
import type { ApiAnswer } from './api-answer.ts';
import { type ApiCall, type ApiClient, expectJson } from './api-client.ts';
import { readStatus } from './api-status.ts';
import { refuse } from './failures.ts';
import { listSchema, readAs } from './schema.ts';

/** Items that a request asks for: fewer where a page of large objects is more than is read of an answer. */
const pageLimits: readonly number[] = [500, 100, 20];

/** What is read of a list. */
export type Reading<Item> = {
  /** Takes of an item what is wanted; nothing else of the page is kept. */
  readonly read: (item: unknown) => Item;
  /** Items that a request asks for, and fewer where that is too much; 500, 100 and 20 unless given. */
  readonly limits?: readonly number[];
};

/**
 * Reads one page. A `next` that has expired (410) goes on with the token that the API gives instead: from the same place, in what stands
 * there now (Kubernetes, "Retrieving large results sets in chunks"). Without one it fails as `transient`: the list starts over. A page
 * with more items than were asked for fails as `terminal`: no API server gives more.
 */
export const readPage = async <Item>(
  client: ApiClient,
  call: ApiCall,
  { next, read, limits = pageLimits }: Reading<Item> & { readonly next: string | undefined },
): Promise<Page<Item>> => {
  const first = await ask(client, call, { next, limits });
  const instead = first.answer.status === 410 ? readStatus(first.answer.text).continue : undefined;
  const { answer, limit } =
    instead === undefined ? first : await ask(client, call, { next: instead, limits });
  // No step may wait from here on: while a page stands as objects, it takes twenty times its size.
  const json = expectJson(client, call, answer);
  const what = `${call.what} ${client.place}`;
  const { metadata, items } = readAs(listSchema, json, what);
  const all = items ?? [];
  if (all.length > limit)
    throw refuse(what, `a page has ${all.length} items where ${limit} were asked for`);
  return { items: all.map(read), ...(metadata.continue ? { next: metadata.continue } : {}) };
};

type Place = { readonly next: string | undefined; readonly limits: readonly number[] };

type Asked = { readonly answer: ApiAnswer; readonly limit: number };

const ask = async (client: ApiClient, call: ApiCall, { next, limits }: Place): Promise<Asked> => {
  const [limit = 1, ...fewer] = limits;
  const query = {
    ...call.query,
    limit: String(limit),
    ...(next === undefined ? {} : { continue: next }),
  };
  const [answer] = await Promise.allSettled([client.send({ ...call, query })]);
  if (answer.status === 'fulfilled') return { answer: answer.value, limit };
  if (fewer.length === 0 || !isTooLarge(answer.reason)) throw answer.reason;
  return await ask(client, call, { next, limits: fewer });
};

const isTooLarge = (error: unknown): boolean =>
  error instanceof ControllerError && error.fields['tooLarge'] === true;

/** Pages of a list that is kept as a whole: 50,000 items, ten times the nodes that Kubernetes is made for. */
const maxPages = 100;

/**
 * Reads a list to its end, and of each item what `read` takes. Throws a `ControllerError` of kind `terminal` for a list that goes on and
 * on, as only a server does that means no good.
 */
export const readAllPages = async <Item>(
  client: ApiClient,
  call: ApiCall,
  reading: Reading<Item>,
): Promise<readonly Item[]> => {
  const pages: (readonly Item[])[] = [];
  let next: string | undefined;
  do {
    if (pages.length === maxPages)
      throw refuse(`${call.what} ${client.place}`, `the list has more than ${maxPages} pages`);
    const page = await readPage(client, call, { ...reading, next });
    pages.push(page.items);
    next = page.next;
  } while (next !== undefined);
  return pages.flat();
};
