/** Codes of the API and their HTTP status (API_* pages of the Route 53 reference, "Errors"). */
const statusOf = {
  InvalidInput: 400,
  InvalidArgument: 400,
  InvalidChangeBatch: 400,
  InvalidDomainName: 400,
  MalformedInput: 400,
  PriorRequestNotComplete: 400,
  Throttling: 400,
  HostedZoneNotEmpty: 400,
  TooManyHostedZones: 400,
  MissingAuthenticationToken: 403,
  NoSuchHostedZone: 404,
  NoSuchChange: 404,
  NoSuchHealthCheck: 404,
  UnknownOperationException: 404,
  HostedZoneAlreadyExists: 409,
  InternalFailure: 500,
} as const;

/** A code that the API answers. */
export type ApiErrorCode = keyof typeof statusOf;

/** A refusal in the service's own code and words. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;

  constructor(code: ApiErrorCode, message: string) {
    super(message);
    this.code = code;
  }

  get httpStatus(): number {
    return statusOf[this.code];
  }
}
