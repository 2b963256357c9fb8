import type { Logger } from '@aws-lambda-powertools/logger';
import type { Metrics } from '@aws-lambda-powertools/metrics';
import { harmlessText } from '../../core/model/harmless-text.ts';
import { metrics as kinds } from '../../core/model/metric.ts';
import type { FunctionTelemetry, LogFields, LogValue } from '../../ports/telemetry.ts';
import { harmlessError } from './harmless-error.ts';
import { createMetricStore, type MetricGroup } from './metric-store.ts';

/** What telemetry writes through. */
export type TelemetrySinks = {
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly metrics: Pick<Metrics, 'addDimensions' | 'addMetric' | 'publishStoredMetrics'>;
};

/**
 * One JSON line each through the logger, and one document of the embedded metric format for each cluster and zone at the end of an
 * invocation. Texts come from elsewhere, so they are cleaned, freed of secrets and cut, stacks too; of a list the first fifty are told.
 */
export const createTelemetry = ({ logger, metrics }: TelemetrySinks): FunctionTelemetry => {
  const store = createMetricStore();
  let invocation: LogFields = {};
  const line = (fields: LogFields): Record<string, LogValue> =>
    cleanFields({ ...invocation, ...fields });
  const error: FunctionTelemetry['error'] = (message, fields, thrown) =>
    logger.error(message, { ...line(fields), error: { ...harmlessError(thrown) } });
  return {
    info: (message, fields) => logger.info(message, line(fields)),
    warn: (message, fields) => logger.warn(message, line(fields)),
    error,
    measure: (name, value, ...[place]) =>
      store.add(name, value, place === undefined ? undefined : Object.values(place)[0]),
    begin: (requestId) => {
      invocation = { requestId };
    },
    flush: () => {
      for (const group of store.take()) write(group, metrics);
    },
    harmless: (thrown) => {
      const { name, message, stack } = harmlessError(thrown);
      return Object.assign(new Error(message), { name, stack });
    },
  };
};

/**
 * Values of one metric in one document. The format takes a hundred (CloudWatch Embedded Metric Format Specification, "Target members"),
 * but at the hundredth Powertools writes by itself and forgets the dimensions.
 */
const valuesPerDocument = 99;

// Without a dimension the set of dimensions is there all the same, and empty: the format asks for at least one set.
const write = (group: MetricGroup, metrics: TelemetrySinks['metrics']): void => {
  const { by, value, total, values } = group;
  const most = Math.max(...[...values.values()].map((list) => list.length));
  for (let start = 0; start < most; start += valuesPerDocument) {
    if (by === undefined || total) metrics.addDimensions({});
    if (by !== undefined && value !== undefined) metrics.addDimensions({ [by]: value });
    for (const [name, list] of values) {
      for (const one of list.slice(start, start + valuesPerDocument)) {
        metrics.addMetric(name, kinds[name].unit, one);
      }
    }
    metrics.publishStoredMetrics();
  }
};

const cleanFields = (fields: LogFields): Record<string, LogValue> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cleanValue(value)]));

/** Texts of a list that are told; the rest is counted. */
const longestList = 50;

const cleanValue = (value: LogValue): LogValue => {
  if (typeof value === 'string') return harmlessText(value);
  if (!Array.isArray(value)) return value;
  const told = value.slice(0, longestList).map((text) => harmlessText(text));
  const more = value.length - told.length;
  return more === 0 ? told : [...told, `and ${more} more`];
};
