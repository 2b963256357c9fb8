const expressionLimitBytes = 4096;

const expressions = [
  'ConditionExpression',
  'FilterExpression',
  'KeyConditionExpression',
  'ProjectionExpression',
  'UpdateExpression',
];

/**
 * What the service refuses, or does otherwise than dynalite in a way that a caller could come to rely on:
 * expressions above 4 KB, and the old item of a refused condition, which dynalite never returns. Undefined when
 * there is nothing to refuse. The texts are those of a `ValidationException`.
 */
export function dynamoDbRefusal(body: string): string | undefined {
  const request = parse(body);
  if (request === undefined) return undefined;
  for (const name of expressions) {
    const expression = request[name];
    const bytes = typeof expression === 'string' ? Buffer.byteLength(expression) : 0;
    if (bytes > expressionLimitBytes) {
      return `Invalid ${name}: Expression size has exceeded the maximum allowed size; expression size: ${bytes}`;
    }
  }
  const wanted = request['ReturnValuesOnConditionCheckFailure'];
  if (wanted !== undefined && wanted !== 'NONE') {
    return `Cannot honour ReturnValuesOnConditionCheckFailure ${wanted}: this stand-in never returns the old item. Read the item after the refusal.`;
  }
  return undefined;
}

function parse(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
