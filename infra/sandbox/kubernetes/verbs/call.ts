import type { User } from '../access/user.ts';
import type { KubeObject, Resource } from '../resource.ts';
import type { Status } from '../status/api-error.ts';
import type { Subresource } from './engine.ts';
import type { Selection } from './selection.ts';

/** What a request does to a resource, in the words of RBAC and audit. */
export type Verb =
  | 'get'
  | 'list'
  | 'watch'
  | 'create'
  | 'update'
  | 'patch'
  | 'delete'
  | 'deletecollection';

/** One request on a resource, whether it came over HTTP or from one of the cluster's own controllers. */
export type Call = {
  readonly verb: Verb;
  readonly resource: Resource;
  readonly subresource: Subresource;
  readonly namespace: string;
  readonly name: string;
  readonly query: URLSearchParams;
  /** The request's path and query, as audit logs it. */
  readonly uri: string;
  readonly contentType: string;
  readonly body: string;
  readonly user: User;
  readonly userAgent: string;
};

/** A page of objects as of one revision. */
export type ObjectList = {
  readonly items: readonly KubeObject[];
  readonly revision: number;
  readonly continueToken?: string;
  readonly remainingItemCount?: number;
};

/** A watch that the transport is to stream: first `initial` as ADDED, then what follows `fromRevision`. */
export type WatchPlan = {
  readonly selection: Selection;
  readonly initial: readonly KubeObject[];
  readonly fromRevision: number;
  readonly bookmarks: boolean;
  /** Whether a bookmark marks the end of the initial objects. */
  readonly marksInitialEnd: boolean;
  readonly timeoutSeconds: number | undefined;
};

/** What a call came to. `warnings` become Warning headers. */
export type Outcome = {
  readonly code: number;
  readonly warnings: readonly string[];
  readonly result:
    | { readonly kind: 'object'; readonly object: KubeObject }
    | { readonly kind: 'status'; readonly status: Status }
    | { readonly kind: 'list'; readonly list: ObjectList }
    | { readonly kind: 'watch'; readonly plan: WatchPlan };
};
