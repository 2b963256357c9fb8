/**
 * List prices in US dollars of us-east-1 without free tiers, as they stood in 2026; a month has 730 hours. Sources: the pricing pages of
 * the services. Other regions are up to a quarter dearer.
 */
export const prices = {
  /** AWS Lambda on arm64. */
  lambdaRequest: 0.2 / 1e6,
  lambdaGbSecond: 13.3334 / 1e6,
  /** Amazon DynamoDB on demand. */
  writeUnit: 0.625 / 1e6,
  readUnit: 0.125 / 1e6,
  /** Amazon SQS, standard queues. */
  queueRequest: 0.4 / 1e6,
  /** Amazon CloudWatch. */
  logGb: 0.5,
  metric: 0.3,
  alarm: 0.1,
  /** Amazon Route 53; its API is free. */
  hostedZone: 0.5,
  /** AWS Secrets Manager. */
  secret: 0.4,
  /** Amazon VPC. */
  natGateway: 32.85,
  natGb: 0.045,
  interfaceEndpoint: 7.3,
  /** Amazon API Gateway, HTTP APIs. */
  httpApiRequest: 1 / 1e6,
  /** AWS Fargate on arm64 or x86: a controller of two pods with a quarter of a processor and half a gigabyte each. */
  podPair: 18,
} as const;
