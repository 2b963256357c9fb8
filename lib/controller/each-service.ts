import type { ServiceObject } from '../core/model/service-object.ts';
import type { FederatedServices } from '../ports/federated-services.ts';

/** Shows every Service of the host, page by page. Throws if a page can't be read: whoever counts must not count a part. */
export const eachService = async (
  ctx: { readonly services: FederatedServices; readonly signal?: AbortSignal },
  see: (service: ServiceObject) => void,
): Promise<void> => {
  let next: string | undefined;
  do {
    const page = await ctx.services.list(
      { labelSelector: '', ...(next === undefined ? {} : { next }) },
      ctx.signal,
    );
    page.items.forEach(see);
    next = page.next;
  } while (next !== undefined);
};
