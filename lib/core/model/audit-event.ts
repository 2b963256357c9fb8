/** An object that an audit event speaks of. */
export type AuditedObject = {
  readonly namespace?: string;
  readonly name?: string;
  /** The Service that an EndpointSlice's label or owner names, where a body carries them. */
  readonly serviceName?: string;
};

/** The facts of an audit event (`audit.k8s.io` Event) that decide whether somebody has to look at a Service. */
export type AuditEvent = AuditedObject & {
  /** `RequestReceived`, `ResponseStarted`, `ResponseComplete` or `Panic`. */
  readonly stage: string;
  readonly verb: string;
  readonly username: string;
  /** By the query or by the body of the request: nothing was stored. */
  readonly dryRun: boolean;
  /** HTTP status of the answer; absent before there is one, or where nobody knows. */
  readonly statusCode?: number;
  /** Empty for the core group. */
  readonly apiGroup: string;
  readonly resource: string;
  readonly subresource?: string;
  /** The objects that `deletecollection` deleted; absent where the answer's body was not logged. */
  readonly items?: readonly AuditedObject[];
};
