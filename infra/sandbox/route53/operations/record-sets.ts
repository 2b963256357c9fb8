import { ApiError } from '../api-error.ts';
import { readXml } from '../xml/read.ts';
import { readChanges } from '../xml/read-changes.ts';
import { element, field, xmlDocument } from '../xml/write.ts';
import { writeRecordSet } from '../xml/write-record-set.ts';
import { type ListStart, listPage } from '../zone/list-page.ts';
import { formatName, parseName } from '../zone/names.ts';
import { recordTypes } from '../zone/record-set.ts';
import { writeChangeInfo } from './change-info.ts';
import { maxItemsOf, type Operation, ok } from './operation.ts';

const page = { default: 100, most: 300 };

const readStart = (query: URLSearchParams): ListStart | undefined => {
  const name = query.get('name');
  const type = query.get('type');
  const identifier = query.get('identifier');
  if (name === null && type !== null) {
    throw new ApiError('InvalidInput', 'StartRecordType requires StartRecordName.');
  }
  if (type === null && identifier !== null) {
    throw new ApiError('InvalidInput', 'StartRecordIdentifier requires StartRecordType.');
  }
  if (type !== null && !recordTypes.includes(type)) {
    throw new ApiError(
      'InvalidInput',
      `1 validation error detected: Value '${type}' at 'type' failed to satisfy constraint: Member must satisfy enum value set: [${recordTypes.join(', ')}]`,
    );
  }
  if (name === null) return undefined;
  const parsed = parseName(name);
  if (parsed.kind === 'fault') throw new ApiError('InvalidInput', parsed.message);
  return {
    name: formatName(parsed.name),
    ...(type === null ? {} : { type }),
    ...(identifier === null ? {} : { identifier }),
  };
};

/** ChangeResourceRecordSets. */
export const changeRecordSets: Operation = ({ account, id, now, body }) => {
  account.zone(id);
  const { changes, comment } = readChanges(readXml(body, 'ChangeResourceRecordSetsRequest'));
  const change = account.changeRecordSets(id, changes, comment);
  return ok(xmlDocument('ChangeResourceRecordSetsResponse', writeChangeInfo(change, now)));
};

/** ListResourceRecordSets: at most 300 sets a page, 100 unless asked (spec aws.md 1.3). */
export const listRecordSets: Operation = ({ account, id, query }) => {
  const zone = account.zone(id);
  const maxItems = maxItemsOf(query, page);
  const { recordSets, next } = listPage(zone.state, readStart(query), maxItems);
  return ok(
    xmlDocument(
      'ListResourceRecordSetsResponse',
      element('ResourceRecordSets', ...recordSets.map(writeRecordSet)),
      field('IsTruncated', next !== undefined),
      field('MaxItems', maxItems),
      field('NextRecordName', next?.name),
      field('NextRecordType', next?.type),
      field('NextRecordIdentifier', next?.setIdentifier),
    ),
  );
};
