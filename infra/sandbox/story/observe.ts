import type { ClusterClient } from '../clusters/cluster-client.ts';
import type { KubeObject } from '../kubernetes/resource.ts';
import type { Sandbox } from '../sandbox.ts';
import { examplePath } from './example.ts';
import type { AddressesByCluster } from './expected-states.ts';
import type { LookUp } from './look-up.ts';

type Ingress = { readonly ip?: string; readonly hostname?: string };

const ingressOf = (service: KubeObject | undefined): readonly Ingress[] => {
  // The cast trusts the API server, which validates what it stores.
  const status = service?.['status'] as
    | { readonly loadBalancer?: { readonly ingress?: readonly Ingress[] } }
    | undefined;
  return status?.loadBalancer?.ingress ?? [];
};

const addressesOf = async (client: ClusterClient, lookUp: LookUp): Promise<readonly string[]> => {
  const ingress = ingressOf(await client.read(examplePath));
  const found = await Promise.all(
    ingress.map(async ({ ip, hostname }) => (ip ? [ip] : lookUp.addresses(hostname ?? ''))),
  );
  return found.flat().sort();
};

/** The addresses that each member's cloud gave the example, host names looked up; members without one are left out. */
export const memberAddresses = async (
  sandbox: Sandbox,
  lookUp: LookUp,
): Promise<AddressesByCluster> => {
  const found = await Promise.all(
    sandbox.topology.members.map(
      async ({ name }) => [name, await addressesOf(sandbox.member(name), lookUp)] as const,
    ),
  );
  return new Map(found.filter(([, addresses]) => addresses.length > 0));
};

/** Members that hold a copy of the example. */
export const membersWithCopy = async (sandbox: Sandbox): Promise<readonly string[]> => {
  const names = sandbox.topology.members.map(({ name }) => name);
  const copies = await Promise.all(names.map((name) => sandbox.member(name).read(examplePath)));
  return names.filter((_, index) => copies[index] !== undefined);
};

const annotation = 'federation.kubernetes.io/service-ingresses';

const annotatedClusters = (service: KubeObject): readonly string[] => {
  const text = service.metadata.annotations?.[annotation];
  if (text === undefined) return [];
  // The cast reads the annotation's documented form; a malformed one fails the story, as it should.
  const parsed = JSON.parse(text) as {
    readonly items?: readonly { readonly cluster: string; readonly items: unknown }[];
  };
  return (parsed.items ?? []).filter(({ items }) => items !== null).map(({ cluster }) => cluster);
};

/** What is still missing of the members' addresses on the federated Service itself; undefined if all is there. */
export const missingOnHost = async (sandbox: Sandbox): Promise<string | undefined> => {
  const service = await sandbox.host.read(examplePath);
  if (!service) return 'the Service is not there';
  const members = sandbox.topology.members.map(({ name }) => name);
  const annotated = annotatedClusters(service);
  const absent = members.filter((name) => !annotated.includes(name));
  if (absent.length > 0) return `the annotation lacks ${absent.join(', ')}`;
  const count = ingressOf(service).length;
  return count === members.length ? undefined : `its status has ${count} addresses`;
};
