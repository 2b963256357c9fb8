/** Services that the suites speak to, as the AWS clients spell them in `AWS_ENDPOINT_URL_<SERVICE>`. */
export type AwsService =
  | 'CLOUDFORMATION'
  | 'CLOUDWATCH'
  | 'DYNAMODB'
  | 'EKS'
  | 'LAMBDA'
  | 'ROUTE_53'
  | 'S3'
  | 'SCHEDULER'
  | 'SECRETS_MANAGER'
  | 'SQS'
  | 'STS';

/**
 * Where the operator says that a service is, by the variables that every AWS client understands; undefined if nowhere.
 * Source: AWS SDKs and Tools Reference Guide, "Service-specific endpoints".
 */
export const givenEndpoint = (service: AwsService): string | undefined => {
  const url = process.env[`AWS_ENDPOINT_URL_${service}`] ?? process.env['AWS_ENDPOINT_URL'];
  return url === '' ? undefined : url;
};
