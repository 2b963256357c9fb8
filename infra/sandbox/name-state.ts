/** What stands at a DNS name of a federated Service. */
export type NameState =
  | { readonly kind: 'addresses'; readonly values: readonly string[] }
  /** A load balancer that has a host name instead of an address. */
  | { readonly kind: 'host-name'; readonly target: string }
  /** A CNAME to the name one level up: nobody here has ready endpoints. */
  | { readonly kind: 'falls-up'; readonly to: string }
  | { readonly kind: 'absent' };

/** The state of a name by name; names without an entry are absent. */
export type NameStates = ReadonlyMap<string, NameState>;

/** Reads a state off the addresses and the CNAME target that stand at a name. */
export const nameState = (
  found: { readonly addresses: readonly string[]; readonly target?: string },
  up: string | undefined,
): NameState => {
  if (found.target !== undefined)
    return found.target === up
      ? { kind: 'falls-up', to: found.target }
      : { kind: 'host-name', target: found.target };
  if (found.addresses.length === 0) return { kind: 'absent' };
  return { kind: 'addresses', values: [...found.addresses].sort() };
};
