import { join } from 'node:path';
import { type Bundle, bundleFunctions } from '../bundle/bundle.ts';
import { type ApiServersOptions, chooseApiServers } from './choose-api-servers.ts';
import { type AddressBook, createAddressBook } from './cloud/addresses.ts';
import { loadBalancerZones } from './cloud/load-balancer-zone.ts';
import type { ClusterClient } from './clusters/cluster-client.ts';
import type { SandboxControls } from './control/sandbox-controls.ts';
import { startControl } from './control/server.ts';
import type { KubernetesAssets } from './control-plane/assets.ts';
import { createControls } from './create-controls.ts';
import type { FunctionName } from './function-limits.ts';
import { createFunctionLog, type FunctionLog } from './function-log.ts';
import { functionSettings } from './function-settings.ts';
import { joinMembers } from './join-members.ts';
import { type PortPlan, planPorts, startOn } from './ports.ts';
import type { Call } from './route53/call-log.ts';
import { startAll } from './start-all.ts';
import { type AwsSide, startAws } from './start-aws.ts';
import { type RunningCluster, startClusters } from './start-clusters.ts';
import { type FunctionsContext, startLoop, startWebhook } from './start-functions.ts';
import {
  type Endpoints,
  type StateFolder,
  takeStateFolder,
  writeEndpointsFile,
} from './state-folder.ts';
import { createTearDown, type TearDown } from './tear-down.ts';
import { createTokens } from './tokens.ts';
import { hostName, type Topology } from './topology.ts';
import { functionsKubeconfig, writeKubeconfigs } from './write-kubeconfigs.ts';

/** What a sandbox is made of. */
export type SandboxOptions = {
  /** Folder for its state files; it exists only while the sandbox is up. */
  readonly folder: string;
  readonly topology: Topology;
  /** First port of a row; free ports without it. */
  readonly portBase?: number;
  /** Record sets that the hosted zone takes; 10,000, as Route 53 does unless asked for more. */
  readonly recordSetsPerZone?: number;
  /** Real programs to run the clusters on; the emulator without. */
  readonly assets?: KubernetesAssets;
  /** Hears what is asked of emulated clusters, by whom, and whether they may. */
  readonly onDecision?: ApiServersOptions['onDecision'];
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** At least 0, below 1. */
  readonly random: () => number;
  /** Hears what is being started. */
  readonly step: (label: string) => {
    readonly done: (detail: string) => void;
    readonly failed: (reason: string) => void;
  };
  /** Gives up starting, between two steps. */
  readonly signal?: AbortSignal;
};

/** A whole federation on this machine. */
export type Sandbox = {
  readonly topology: Topology;
  readonly endpoints: Endpoints;
  readonly host: ClusterClient;
  readonly member: (name: string) => ClusterClient;
  readonly controls: SandboxControls;
  /** The newest requests to Route 53, oldest first. */
  readonly route53Calls: () => readonly Call[];
  readonly functionLog: FunctionLog;
  /** The file of a function's bundle, and the settings that it is run with. */
  readonly functionOf: (name: FunctionName) => RunnableFunction;
  /** Ends everything: no port, worker or state file is left. */
  readonly close: () => Promise<void>;
};

/** A function as whoever runs it by hand needs it. */
export type RunnableFunction = {
  readonly handlerFile: string;
  readonly environment: { readonly [name: string]: string };
};

type Clusters = ReadonlyMap<string, RunningCluster>;

type Build = {
  readonly options: SandboxOptions;
  readonly folder: StateFolder;
  readonly tearDown: TearDown;
  readonly ports: PortPlan;
  readonly addresses: AddressBook;
  readonly functionLog: FunctionLog;
};

const stepped = async <T>(
  { options }: Build,
  label: string,
  work: () => Promise<T>,
  detail: (result: T) => string,
): Promise<T> => {
  options.signal?.throwIfAborted();
  const step = options.step(label);
  try {
    const result = await work();
    step.done(detail(result));
    return result;
  } catch (error) {
    step.failed('did not come up');
    throw error;
  }
};

const describeBundles = (bundles: readonly Bundle[]): string => {
  const kilobytes = bundles.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
  return `${bundles.length} functions bundled, ${Math.round(kilobytes)} KB`;
};

const need = <Part>(parts: ReadonlyMap<string, Part>, name: string): Part => {
  const part = parts.get(name);
  if (!part) throw new Error(`Cannot reach ${name}: the sandbox has no such part`);
  return part;
};

const endpointsOf = (
  aws: AwsSide,
  clusters: Clusters,
  urls: { readonly webhook: string; readonly control: string },
): Endpoints => {
  const all = [...clusters.values()];
  return {
    kubernetes: Object.fromEntries(all.map(({ name, url }) => [name, url])),
    dynamodb: aws.dynamodbUrl,
    sqs: aws.sqsUrl,
    route53: aws.route53Url,
    dns: { host: aws.dns.host, port: aws.dns.port },
    webhook: {
      url: urls.webhook,
      tokens: Object.fromEntries(all.map(({ name, tokens }) => [name, tokens.webhook])),
    },
    control: urls.control,
    hostedZoneId: aws.hostedZoneId,
    tableName: aws.tableName,
  };
};

const startGround = async (parts: Build) => {
  const { options, folder, tearDown, ports, addresses } = parts;
  const { topology, now, random } = options;
  const otherZones = () => loadBalancerZones(topology, addresses);
  const [bundles, aws] = await startAll<readonly [readonly Bundle[], AwsSide]>([
    stepped(
      parts,
      'functions',
      () => bundleFunctions({ outDir: join(folder.path, 'functions') }),
      describeBundles,
    ),
    stepped(
      parts,
      'aws',
      () => {
        const { recordSetsPerZone } = options;
        const limits = recordSetsPerZone === undefined ? {} : { recordSetsPerZone };
        return startAws({ ports, zone: topology.zone, now, random, tearDown, otherZones, limits });
      },
      ({ dns }) => `DynamoDB, SQS, Route 53, DNS on port ${dns.port}`,
    ),
  ]);
  return { bundles, aws };
};

const startFederation = async (parts: Build, context: FunctionsContext) => {
  const { options, folder, tearDown, ports, addresses, functionLog } = parts;
  const { topology, now, random } = options;
  const { tokens } = context.source;
  const webhook = await startWebhook(context, ports);
  const clusters = await stepped(
    parts,
    'kubernetes',
    async () =>
      startClusters({
        topology,
        ports,
        tokens,
        tearDown,
        webhookUrl: webhook.url,
        startApiServer: await chooseApiServers(parts),
      }),
    (started) => `${[...started.keys()].join(', ')}${options.assets ? ' (kube-apiserver)' : ''}`,
  );
  await writeKubeconfigs(folder, [...clusters.values()]);
  const joined = await stepped(
    parts,
    'federation',
    () =>
      joinMembers({
        topology,
        now,
        random,
        tearDown,
        clusters,
        addresses,
        startLoop: () => startLoop(context),
        log: functionLog.write,
      }),
    () => `${topology.members.length} members joined and ready`,
  );
  return { clusters, joined, webhookUrl: webhook.url };
};

const build = async (parts: Build): Promise<Omit<Sandbox, 'close'>> => {
  const { options, folder, tearDown, ports, functionLog } = parts;
  const { topology } = options;
  const { bundles, aws } = await startGround(parts);
  const hostConfig = join(folder.path, functionsKubeconfig);
  const tokens = createTokens(topology);
  const source = { topology, aws, tokens, hostKubeconfig: hostConfig };
  const { clusters, joined, webhookUrl } = await startFederation(parts, {
    bundles,
    source,
    tearDown,
    log: functionLog.write,
  });
  const controls = createControls({ topology, clusters, aws, joined });
  const control = await startOn(ports, 'control', (port) => startControl(port, controls));
  tearDown.add(control.close);
  const endpoints = endpointsOf(aws, clusters, { webhook: webhookUrl, control: control.url });
  await writeEndpointsFile(folder, endpoints);
  return {
    topology,
    endpoints,
    host: need(clusters, hostName).client,
    member: (name) => need(clusters, name).client,
    controls,
    route53Calls: aws.route53.calls,
    functionLog,
    functionOf: (name) => ({
      handlerFile: need(new Map(bundles.map((bundle) => [bundle.name, bundle])), name).handlerFile,
      environment: functionSettings(name, source),
    }),
  };
};

/** A start that failed, with what the functions said about it. */
const withTrouble = (cause: unknown, trouble: readonly string[]): unknown => {
  if (!(cause instanceof Error) || trouble.length === 0) return cause;
  return new Error([cause.message, ...trouble].join('\n'), { cause });
};

/**
 * Starts a federation: AWS stand-ins, functions, clusters, joined and ready. Throws after it has ended whatever had
 * been started.
 */
export const createSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const ports = planPorts(options.topology, options.portBase);
  const addresses = createAddressBook(options.topology);
  const tearDown = createTearDown();
  const folder = await takeStateFolder(options.folder, options.now);
  tearDown.add(folder.remove);
  const functionLog = createFunctionLog(folder.path);
  tearDown.add(functionLog.close);
  try {
    const sandbox = await build({ options, folder, tearDown, ports, addresses, functionLog });
    return { ...sandbox, close: tearDown.run };
  } catch (error) {
    await tearDown.run().catch(() => undefined);
    throw withTrouble(error, functionLog.trouble());
  }
};
