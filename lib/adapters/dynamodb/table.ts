import {
  type AttributeValue,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  paginateQuery,
  ScanCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { classify, isConditionRefused, wasResent } from './failures.ts';
import type { ItemKey } from './item-keys.ts';

/** The one table of Seamark: partition key `pk` and sort key `sk`, both strings. */
export type Table = { readonly client: DynamoDBClient; readonly name: string };

/** An item as plain values: numbers of type N, texts of type S. Attributes of other types are left out. */
export type PlainItem = { readonly [attribute: string]: string | number };

/** What a conditional write came to. */
export type WriteResult =
  | { readonly kind: 'written'; readonly item: PlainItem }
  /** `resent`: an earlier try of the same request may have gone through unheard. */
  | { readonly kind: 'refused'; readonly resent: boolean };

/** A write of one item under a condition. Attributes are written `#name`, values `:name`. */
export type ConditionalWrite = {
  /** First half of an error's text, such as "Cannot commit service/shop/web". */
  readonly doing: string;
  readonly key: ItemKey;
  readonly condition: string;
  readonly values?: PlainItem;
};

/** Updates one item under a condition and returns it as it is now. */
export const updateItem = async (
  table: Table,
  write: ConditionalWrite & { readonly update: string },
): Promise<WriteResult> => {
  const command = new UpdateItemCommand({
    TableName: table.name,
    Key: keyAttributes(write.key),
    UpdateExpression: write.update,
    ...conditionOf(write, write.update),
    ReturnValues: 'ALL_NEW',
  });
  try {
    const { Attributes } = await table.client.send(command);
    return { kind: 'written', item: toPlain(Attributes ?? {}) };
  } catch (error) {
    if (isConditionRefused(error)) return { kind: 'refused', resent: wasResent(error) };
    throw classify(error, write.doing);
  }
};

/** Deletes one item under a condition; a condition that does not hold leaves it. */
export const deleteItem = async (table: Table, write: ConditionalWrite): Promise<void> => {
  const command = new DeleteItemCommand({
    TableName: table.name,
    Key: keyAttributes(write.key),
    ...conditionOf(write, ''),
  });
  try {
    await table.client.send(command);
  } catch (error) {
    if (!isConditionRefused(error)) throw classify(error, write.doing);
  }
};

/** Reads one item consistently. */
export const getItem = async (
  table: Table,
  key: ItemKey,
  doing: string,
): Promise<PlainItem | undefined> => {
  const command = new GetItemCommand({
    TableName: table.name,
    Key: keyAttributes(key),
    ConsistentRead: true,
  });
  try {
    const { Item } = await table.client.send(command);
    return Item && toPlain(Item);
  } catch (error) {
    throw classify(error, doing);
  }
};

/** Reads all items of a partition whose sort key begins so, consistently, page by page. */
export const queryItems = async (
  table: Table,
  range: { readonly pk: string; readonly skPrefix: string },
  doing: string,
): Promise<readonly PlainItem[]> => {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      ConsistentRead: true,
      KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :prefix)',
      ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
      ExpressionAttributeValues: { ':pk': { S: range.pk }, ':prefix': { S: range.skPrefix } },
    },
  );
  try {
    const items: PlainItem[] = [];
    for await (const page of pages) items.push(...(page.Items ?? []).map(toPlain));
    return items;
  } catch (error) {
    throw classify(error, doing);
  }
};

/** Some items of the whole table, and where the rest begins. */
export type ScannedPage = { readonly items: readonly PlainItem[]; readonly next?: ItemKey };

/** Reads those items of the next megabyte of the table that have this sort key; items may be a moment old. */
export const scanPage = async (
  table: Table,
  { sk, from }: { readonly sk: string; readonly from?: ItemKey },
  doing: string,
): Promise<ScannedPage> => {
  const command = new ScanCommand({
    TableName: table.name,
    FilterExpression: '#sk = :sk',
    ExpressionAttributeNames: { '#sk': 'sk' },
    ExpressionAttributeValues: { ':sk': { S: sk } },
    ...(from && { ExclusiveStartKey: keyAttributes(from) }),
  });
  try {
    const { Items = [], LastEvaluatedKey: last } = await table.client.send(command);
    const items = Items.map(toPlain);
    if (last === undefined) return { items };
    const { pk, sk: lastSk } = toPlain(last);
    return { items, next: { pk: String(pk), sk: String(lastSk) } };
  } catch (error) {
    throw classify(error, doing);
  }
};

/** A key as DynamoDB takes it. */
export const keyAttributes = (key: ItemKey): Record<string, AttributeValue> => ({
  pk: { S: key.pk },
  sk: { S: key.sk },
});

/** An item as plain values. */
export const toPlain = (item: Record<string, AttributeValue>): PlainItem => {
  const plain: [string, string | number][] = [];
  for (const [name, value] of Object.entries(item)) {
    if (value.S !== undefined) plain.push([name, value.S]);
    else if (value.N !== undefined) plain.push([name, Number(value.N)]);
  }
  return Object.fromEntries(plain);
};

const conditionOf = (write: ConditionalWrite, update: string) => ({
  ConditionExpression: write.condition,
  // Every attribute goes by a placeholder, so that no name can be one of DynamoDB's reserved words.
  ExpressionAttributeNames: Object.fromEntries(
    [...`${update} ${write.condition}`.matchAll(/#(\w+)/g)].map(([placeholder, name = '']) => [
      placeholder,
      name,
    ]),
  ),
  ...(write.values && {
    ExpressionAttributeValues: Object.fromEntries(
      Object.entries(write.values).map(([name, value]): [string, AttributeValue] => [
        name,
        typeof value === 'number' ? { N: String(value) } : { S: value },
      ]),
    ),
  }),
});
