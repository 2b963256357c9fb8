import { ControllerError } from '../../core/model/failure.ts';
import type { ApiAnswer } from './api-answer.ts';
import { type ApiCall, type ApiClient, expectJson } from './api-client.ts';
import { readStatus } from './api-status.ts';
import { refuse } from './failures.ts';
import { listSchema, readAs } from './schema.ts';

/** Items that a request asks for: fewer where a page of large objects is more than is read of an answer. */
const pageLimits: readonly number[] = [500, 100, 20];

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
  const first = await ask(client, call, { next });
  const instead = first.status === 410 ? readStatus(first.text).continue : undefined;
  const answer = instead === undefined ? first : await ask(client, call, { next: instead });
  const json = expectJson(client, call, answer);
  const { metadata, items } = readAs(listSchema, json, `${call.what} ${client.place}`);
  return { items: items ?? [], ...(metadata.continue ? { next: metadata.continue } : {}) };
};

type Place = { readonly next: string | undefined; readonly limits?: readonly number[] };

const ask = async (
  client: ApiClient,
  call: ApiCall,
  { next, limits = pageLimits }: Place,
): Promise<ApiAnswer> => {
  const [limit, ...fewer] = limits;
  const query = {
    ...call.query,
    limit: String(limit),
    ...(next === undefined ? {} : { continue: next }),
  };
  const [answer] = await Promise.allSettled([client.send({ ...call, query })]);
  if (answer.status === 'fulfilled') return answer.value;
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
