import type { ApiError } from '../status/api-error.ts';
import { failure } from '../status/api-error.ts';
import { forbidden } from '../status/faults.ts';
import type { Attributes } from './attributes.ts';
import type { Decision } from './authorize.ts';
import type { User } from './user.ts';

/** 403 of a request that authorisation refused. Source: `responsewriters.ForbiddenStatusError`. */
export function notAllowed(user: User, request: Attributes, { reason }: Decision): ApiError {
  const said = sanitized(sentence(user, request));
  const text = reason === '' ? said : `${said}: ${reason}`;
  if (request.kind === 'path') return failure(403, 'Forbidden', `forbidden: ${text}`, {});
  const { group, resource, name } = request;
  return forbidden({ group, plural: resource, kind: '' }, name, text);
}

function sentence({ username }: User, request: Attributes): string {
  const head = `User ${JSON.stringify(username)} cannot ${request.verb}`;
  if (request.kind === 'path') return `${head} path ${JSON.stringify(request.path)}`;
  const { group, resource, subresource, namespace } = request;
  const target = subresource === '' ? resource : `${resource}/${subresource}`;
  const place =
    namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`;
  return `${head} resource ${JSON.stringify(target)} in API group ${JSON.stringify(group)} ${place}`;
}

/** No text that a browser could take for HTML. */
function sanitized(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
