/** A Route 53 hosted zone: its bare id and its canonical name. */
export type HostedZone = {
  readonly id: string;
  readonly name: string;
  readonly isPrivate: boolean;
};

/** Which hosted zone the settings ask for. */
export type ZoneWish = {
  /** Bare id; the only way to tell zones of one name apart. */
  readonly id?: string;
  /** Exact name; without id and name the zone is found by the longest suffix. */
  readonly name?: string;
  /** What every DNS name ends in. */
  readonly suffix: string;
  /** Whether a zone that is missing is created. */
  readonly create: boolean;
  /** Federation name, which makes the caller reference. */
  readonly federation: string;
};

/** The hosted zone, or why it is not known. */
export type ZoneView =
  | { readonly kind: 'found'; readonly zone: HostedZone }
  | { readonly kind: 'unknown'; readonly message: string };
