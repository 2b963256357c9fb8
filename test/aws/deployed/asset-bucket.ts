import { readFile } from 'node:fs/promises';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { Asset } from './synth-stack.ts';
import type { Template } from './template.ts';
import { zipFolder } from './zip-folder.ts';

/** A bucket with all that a stack is made from. */
export type AssetBucket = {
  /** Sizes of the assets in bytes, by key. */
  readonly bytes: ReadonlyMap<string, number>;
  /** Puts a template there: above 51,200 bytes CloudFormation takes it from S3 only (API_CreateStack). Returns its URL. */
  readonly putTemplate: (template: Template) => Promise<string>;
  readonly remove: () => Promise<void>;
};

/** Makes a bucket and puts the assets of a stack there, as `cdk deploy` does. */
export const openAssetBucket = async (
  client: S3Client,
  bucket: string,
  assets: readonly Asset[],
): Promise<AssetBucket> => {
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const put = async (key: string, body: Uint8Array | string): Promise<void> => {
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body }));
  };
  const bytes = new Map<string, number>();
  for (const { path, packaging, key } of assets) {
    const body = packaging === 'zip' ? await zipFolder(path) : await readFile(path);
    await put(key, body);
    bytes.set(key, body.length);
  }
  const region = await client.config.region();
  return {
    bytes,
    putTemplate: async (template) => {
      const key = 'fitted-template.json';
      await put(key, JSON.stringify(template));
      return `https://s3.${region}.amazonaws.com/${bucket}/${key}`;
    },
    remove: () => removeBucket(client, bucket),
  };
};

/** Deletes a bucket of at most 1,000 objects with all that is in it. */
const removeBucket = async (client: S3Client, bucket: string): Promise<void> => {
  const { Contents: objects = [] } = await client.send(
    new ListObjectsV2Command({ Bucket: bucket }),
  );
  const Objects = objects.map(({ Key }) => ({ Key }));
  if (Objects.length > 0) {
    await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects } }));
  }
  await client.send(new DeleteBucketCommand({ Bucket: bucket }));
};
