import type { Conversation, Json } from './conversation.ts';
import type { Speaker } from './play.ts';

/** Paths of cluster-wide objects that steps may have made: `/api/v1/nodes/x`, `/apis/group/version/things/x`. */
const clusterWide = /^\/(?:api\/v1|apis\/[^/]+\/[^/]+)\/(?!namespaces\/[^/]+\/)[^/?]+$/;

const nameIn = (body: Json | undefined): string | undefined => {
  // Whatever is sent here has the form of an object, or no name.
  const { metadata } = Object(body) as { readonly metadata?: { readonly name?: unknown } | null };
  return typeof metadata?.name === 'string' ? metadata.name : undefined;
};

const madeBy = ({ steps }: Conversation): readonly string[] =>
  steps.flatMap((step) => {
    if (!('do' in step)) return [];
    const [method, path = ''] = step.do.split(' ');
    const name = nameIn(step.body);
    const collection = path.split('?')[0] ?? '';
    return method === 'POST' && name !== undefined && clusterWide.test(collection)
      ? [`${collection}/${name}`]
      : [];
  });

/** Deletes what a conversation made, so that the next one finds addresses and ports free. */
export const clearAway = async (
  { url, namespace }: Speaker,
  conversation: Conversation,
): Promise<void> => {
  const services = `/api/v1/namespaces/${namespace}/services`;
  const unheld = { metadata: { finalizers: null } };
  for (const path of [services, ...madeBy(conversation)]) {
    const target = `${url}${path.replaceAll('$NS', namespace)}`;
    if (path !== services)
      await fetch(target, {
        method: 'PATCH',
        headers: { 'content-type': 'application/merge-patch+json' },
        body: JSON.stringify(unheld),
      }).then((answer) => answer.text());
    await fetch(target, { method: 'DELETE' }).then((answer) => answer.text());
  }
};
