/** Secrets that are kept outside the clusters. */
export type SecretStore = {
  /** The current text of the secret of that name or ARN; throws `ControllerError`: `terminal` if there is none, or it may not be read. */
  readonly read: (name: string) => Promise<string>;
};
