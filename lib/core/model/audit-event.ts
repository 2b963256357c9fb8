/** An object that an audit event speaks of. */
export type AuditedObject = {
  readonly namespace?: string;
  readonly name?: string;
  /** Label `kubernetes.io/service-name`, where a body carries it (EndpointSlices). */
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
  /** HTTP status of the answer; absent before there is one. */
  readonly statusCode?: number;
  /** Empty for the core group. */
  readonly apiGroup: string;
  readonly resource: string;
  readonly subresource?: string;
  /** What a request for a whole collection answered with, such as the objects that `deletecollection` deleted. */
  readonly items: readonly AuditedObject[];
};
