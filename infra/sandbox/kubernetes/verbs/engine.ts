import type { Authorize } from '../access/authorize.ts';
import type { User } from '../access/user.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Resource, StrategyContext } from '../resource.ts';
import type { Store } from '../storage/store.ts';

/** What every verb works on: the storage, the resources served, the chance and clock of the server, and who may do what. */
export type Engine = {
  readonly store: Store;
  readonly catalog: Catalog;
  readonly context: StrategyContext;
  /** Asked for every request. */
  readonly authorize: Authorize;
  /** The same for what nobody does yet: reviews, and rights that somebody hands on. */
  readonly decide: Authorize;
};

/** The parts of an object that a path may name after its name; the empty string is the object itself. */
export type Subresource = '' | 'status' | 'finalize';

/** Where a write goes, and how the client asked for it. */
export type Write = {
  readonly user: User;
  readonly resource: Resource;
  readonly subresource: Subresource;
  readonly namespace: string;
  readonly name: string;
  readonly manager: string;
  readonly dryRun: boolean;
  /** Throws ApiError 403 where the user may not create; asked once the new object of an update or patch is valid. */
  readonly mayCreate?: () => void;
};

/** The RFC 3339 text of a moment, in whole seconds, as `metav1.Time` is written. */
export function timeText(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19)}Z`;
}

/** A version 4 UUID from a source of chance. */
export function uuid(random: () => number): string {
  const bytes = Array.from({ length: 16 }, () => Math.floor(random() * 256));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
