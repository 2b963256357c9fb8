import { type ApiCall, type ApiClient, callJson } from './api-client.ts';
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

/** Reads a list to its end. */
export const readAllPages = async (
  client: ApiClient,
  call: ApiCall,
): Promise<readonly unknown[]> => {
  const items: unknown[] = [];
  let next: string | undefined;
  do {
    const page = await readPage(client, call, next);
    items.push(...page.items);
    next = page.next;
  } while (next !== undefined);
  return items;
};
