import * as v from 'valibot';
import {
  type ApiCall,
  type ApiClient,
  callJson,
  expectJson,
} from '../../adapters/kubernetes/api-client.ts';
import { readAs } from '../../adapters/kubernetes/schema.ts';
import type { Right } from './needed-rights.ts';

/** Who somebody is to an API server. */
export type Identity = { readonly username: string; readonly groups: readonly string[] };

const whoSchema = v.object({
  status: v.object({
    userInfo: v.object({ username: v.string(), groups: v.nullish(v.array(v.string()), []) }),
  }),
});

/** Who the API server takes the client for; undefined where it does not tell (before Kubernetes 1.28). Throws `ControllerError`. */
export const whoAmI = async (
  client: ApiClient,
  signal: AbortSignal,
): Promise<Identity | undefined> => {
  const call: ApiCall = {
    what: 'ask who the credentials are',
    method: 'POST',
    path: '/apis/authentication.k8s.io/v1/selfsubjectreviews',
    body: { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
    signal,
  };
  const answer = await client.send(call);
  if (answer.status === 404 || answer.status === 403) return undefined;
  const { status } = readAs(whoSchema, expectJson(client, call, answer), call.what);
  const { username, groups } = status.userInfo;
  return { username, groups: groups ?? [] };
};

const reviewSchema = v.object({ status: v.object({ allowed: v.optional(v.boolean(), false) }) });

/** Whether a right is there: for the client itself, or for somebody else whom it may ask about. Throws `ControllerError`. */
export const isAllowed = async (
  client: ApiClient,
  right: Right,
  { about, signal }: { readonly about: Identity | undefined; readonly signal: AbortSignal },
): Promise<boolean> => {
  const kind = about === undefined ? 'SelfSubjectAccessReview' : 'SubjectAccessReview';
  const subject = about === undefined ? {} : { user: about.username, groups: about.groups };
  const call: ApiCall = {
    what: 'ask for rights',
    method: 'POST',
    path: `/apis/authorization.k8s.io/v1/${kind.toLowerCase()}s`,
    body: {
      apiVersion: 'authorization.k8s.io/v1',
      kind,
      spec: { ...subject, ...attributesOf(right) },
    },
    signal,
  };
  return readAs(reviewSchema, await callJson(client, call), call.what).status.allowed;
};

const attributesOf = (right: Right): object => {
  if (right.kind === 'path')
    return { nonResourceAttributes: { path: right.path, verb: right.verb } };
  const { verb, group, resource, subresource } = right;
  return { resourceAttributes: { verb, group, resource, subresource } };
};
