import type { Page } from '../../ports/federated-services.ts';

/** The pages of a list, of which the next one is on its way while one is dealt with. */
export type Pages<Item> = {
  /** Asks for the first page, unless somebody did. */
  readonly begin: () => void;
  /** The next page, and what it was asked for by; undefined after the last one. Throws what reading it threw. */
  readonly next: () => Promise<ReadPage<Item> | undefined>;
};

type ReadPage<Item> = { readonly page: Page<Item>; readonly token: string | undefined };

/** The pages of a list from that token on, or from its beginning; nothing is asked for before somebody wants it. */
export const pagesOf = <Item>(
  read: (token: string | undefined) => Promise<Page<Item>>,
  first: string | undefined,
): Pages<Item> => {
  let ahead: Promise<ReadPage<Item>> | undefined;
  let isBegun = false;
  const ask = (token: string | undefined): void => {
    ahead = read(token).then((page) => ({ page, token }));
    // Whoever wants the page hears of it.
    ahead.catch(() => undefined);
  };
  const begin = (): void => {
    if (!isBegun) ask(first);
    isBegun = true;
  };
  return {
    begin,
    next: async () => {
      begin();
      const found = await ahead;
      ahead = undefined;
      if (found?.page.next !== undefined) ask(found.page.next);
      return found;
    },
  };
};
