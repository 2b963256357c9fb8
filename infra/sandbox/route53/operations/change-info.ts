import type { ChangeInfo } from '../account.ts';
import { element, field, xmlDocument } from '../xml/write.ts';
import { type Operation, ok } from './operation.ts';

/** A change as the API writes it at a time (epoch milliseconds): PENDING, then INSYNC. */
export const writeChangeInfo = (change: ChangeInfo, now: number): string =>
  element(
    'ChangeInfo',
    field('Id', `/change/${change.id}`),
    field('Status', now < change.insyncAt ? 'PENDING' : 'INSYNC'),
    field('SubmittedAt', new Date(change.submittedAt).toISOString()),
    field('Comment', change.comment),
  );

/** GetChange. */
export const getChange: Operation = ({ account, id, now }) =>
  ok(xmlDocument('GetChangeResponse', writeChangeInfo(account.change(id), now)));
