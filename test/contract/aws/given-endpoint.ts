/** Where the operator says that a service is, by the variables that every AWS client understands; undefined if nowhere. */
export const givenEndpoint = (service: 'DYNAMODB' | 'ROUTE_53' | 'SQS'): string | undefined =>
  process.env[`AWS_ENDPOINT_URL_${service}`] ?? process.env['AWS_ENDPOINT_URL'];
