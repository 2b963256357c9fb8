import type { Account } from '../account.ts';
import { ApiError } from '../api-error.ts';

/** A request that has found its operation. */
type OperationRequest = {
  readonly account: Account;
  /** The clock, epoch milliseconds. */
  readonly now: number;
  /** The bare id in the path, or '' for operations without one. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: string;
};

/** What an operation answers with; `location` only for things made. */
export type OperationAnswer = {
  readonly status: number;
  readonly body: string;
  readonly location?: string;
};

/** One operation of the API; refusals are thrown as ApiError. */
export type Operation = (request: OperationRequest) => OperationAnswer;

/** A 200 answer. */
export const ok = (body: string): OperationAnswer => ({ status: 200, body });

/**
 * `maxitems`, cut to the most that the operation gives.
 *
 * @throws ApiError `InvalidInput` if it is no positive number
 */
export const maxItemsOf = (
  query: URLSearchParams,
  page: { readonly default: number; readonly most: number },
): number => {
  const text = query.get('maxitems');
  if (text === null) return page.default;
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0) {
    throw new ApiError('InvalidInput', `Invalid value for MaxItems: '${text}'`);
  }
  return Math.min(Number(text), page.most);
};
