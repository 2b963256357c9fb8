import { randomUUID } from 'node:crypto';
import { CreateLogGroupCommand, DeleteLogGroupCommand } from '@aws-sdk/client-cloudwatch-logs';
import type { FederationSettings } from '../../../infra/settings/settings.ts';
import { closeAll } from '../stand-in/close-all.ts';
import type { StandInGaps } from '../stand-in/read-gaps.ts';
import { removeZone, zonesNamed } from '../stand-in/remove-zone.ts';
import { runPrefix } from '../stand-in/unique-name.ts';
import { openAssetBucket } from './asset-bucket.ts';
import { type AwsClients, createAwsClients } from './aws-clients.ts';
import { type DeployedStack, deleteStack, deployStack, makeTheRest } from './deploy-stack.ts';
import { fitTemplate } from './fit-template.ts';
import { synthStack } from './synth-stack.ts';
import type { Template } from './template.ts';

/** A federation that is deployed at a stand-in. */
export type OpenFederation = {
  readonly clients: AwsClients;
  readonly settings: FederationSettings;
  /** As `cdk synth` writes it. */
  readonly synthesised: Template;
  readonly stack: DeployedStack;
  /** Sizes of the assets in bytes, by key. */
  readonly assetBytes: ReadonlyMap<string, number>;
  /** Deletes the stack; what it keeps stays. */
  readonly deleteStack: () => Promise<void>;
  /** Removes all that still stands. */
  readonly close: () => Promise<void>;
};

/** Clusters on EKS whose audit logs are subscribed to. */
const eksNames = ['control', 'oslo'] as const;

const settingsFile = (account: string, region: string, federation: string) => ({
  account,
  region,
  federation,
  zone: { name: `${federation}.example.test`, create: true },
  host: { eks: { name: eksNames[0], auditLogs: true } },
  eksClusters: [{ name: eksNames[1], auditLogs: true }],
  memberSecrets: ['seamark/lyon'],
  webhook: {
    front: 'function-url',
    reservedConcurrency: 10,
    tokenHashes: { lyon: ['VSfBak6PLOJo50TBbhPxKPV5wojVAM9V08kpqKuScnI'] },
  },
  alarms: { email: 'operations@example.test' },
  removalPolicy: 'destroy',
});

/** Synthesises a federation and deploys as much of it as the stand-in is able to; removes what it made if it fails. */
export const openFederation = async (
  endpoint: string,
  gaps: StandInGaps,
): Promise<OpenFederation> => {
  const clients = createAwsClients(endpoint);
  const removals: (() => Promise<unknown>)[] = [async () => clients.destroy()];
  const close = (): Promise<void> => closeAll(removals.splice(0));
  try {
    return { clients, close, ...(await deploy(clients, gaps, removals)) };
  } catch (error) {
    await close();
    throw error;
  }
};

const deploy = async (
  clients: AwsClients,
  gaps: StandInGaps,
  removals: (() => Promise<unknown>)[],
): Promise<Omit<OpenFederation, 'clients' | 'close'>> => {
  const federation = `t${randomUUID().slice(0, 8)}`;
  const bucketName = `${runPrefix()}${federation}`;
  const file = settingsFile(await clients.account(), clients.region, federation);
  const synthesised = await synthStack(file, bucketName);
  removals.unshift(synthesised.remove);
  const bucket = await openAssetBucket(clients.s3, bucketName, synthesised.assets);
  removals.unshift(bucket.remove);
  removals.unshift(await createLogGroups(clients));
  const template = fitTemplate(synthesised.template, gaps);
  const url = await bucket.putTemplate(template);
  const removeStack = once(() => deleteStack(clients, synthesised.name));
  removals.unshift(() => removeZones(clients, file.zone.name), removeStack);
  const stack = await deployStack(clients, { name: synthesised.name, template, url });
  removals.unshift(...(await makeTheRest(clients, stack)));
  return {
    settings: synthesised.settings,
    synthesised: synthesised.template,
    stack,
    assetBytes: bucket.bytes,
    deleteStack: removeStack,
  };
};

/** Does it at the first call only. */
const once = (act: () => Promise<void>): (() => Promise<void>) => {
  let done: Promise<void> | undefined;
  return () => {
    done ??= act();
    return done;
  };
};

/** The log groups that EKS makes for clusters with audit logs (Amazon EKS, "Control plane logs"). */
const createLogGroups = async ({ logs }: AwsClients): Promise<() => Promise<void>> => {
  const names = eksNames.map((name) => `/aws/eks/${name}/cluster`);
  for (const logGroupName of names) await logs.send(new CreateLogGroupCommand({ logGroupName }));
  return () =>
    closeAll(
      names.map((logGroupName) => () => logs.send(new DeleteLogGroupCommand({ logGroupName }))),
    );
};

/** The stack keeps its hosted zone for good. */
const removeZones = async ({ route53 }: AwsClients, name: string): Promise<void> => {
  const ids = await zonesNamed(route53, name);
  await closeAll(ids.map((id) => () => removeZone(route53, id)));
};
