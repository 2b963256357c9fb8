/** What signs a request to AWS; the names are those of the AWS SDK, so that its clients take it as it is. */
export type AwsCredentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  /** When they end; absent means that nobody knows. */
  readonly expiration?: Date;
};

/** Gives credentials that are valid now. Throws what `RoleCredentials` says. */
export type CredentialsProvider = () => Promise<AwsCredentials>;

/** Credentials by role. */
export type RoleCredentials = {
  /**
   * Credentials of that role, or without one the function's own. They are kept, and renewed well before they end. The provider throws
   * `ControllerError`: `terminal` where the role may not be assumed.
   */
  readonly of: (roleArn?: string) => CredentialsProvider;
};
