import { isJsonObject, type JsonObject } from '../model/json.ts';
import type { ObservedCluster } from '../model/observed.ts';
import { type ServiceObject, serviceType } from '../model/service-object.ts';

/**
 * Says so if the copies of a Service of type NodePort got different node ports, which clients of nodes would trip over (W29); undefined
 * otherwise. Behind a load balancer nobody sees node ports, so that no other type is looked at.
 */
export const differingNodePorts = (clusters: readonly ObservedCluster[]): string | undefined => {
  const owners = new Map<string, Map<number, string[]>>();
  for (const { cluster, view } of clusters) {
    if (view.kind !== 'read' || view.service === undefined) continue;
    for (const { port, nodePort } of nodePortsOf(view.service)) {
      const byNumber = owners.get(port) ?? new Map<number, string[]>();
      byNumber.set(nodePort, [...(byNumber.get(nodePort) ?? []), cluster.name]);
      owners.set(port, byNumber);
    }
  }
  const differing = [...owners].find(([, byNumber]) => byNumber.size > 1);
  return differing === undefined ? undefined : words(...differing);
};

const words = (port: string, byNumber: ReadonlyMap<number, readonly string[]>): string => {
  const parts = [...byNumber].map(([number, names]) => `${number} in ${names.join(' and ')}`);
  return `node ports differ between clusters: ${port} is ${parts.join(', ')}; ask for one in the Service to have it everywhere`;
};

const nodePortsOf = (service: ServiceObject) => {
  const ports = serviceType(service) === 'NodePort' ? service.spec['ports'] : undefined;
  return Array.isArray(ports) ? ports.filter(isJsonObject).flatMap(nodePortOf) : [];
};

const nodePortOf = ({ port, protocol, nodePort }: JsonObject) =>
  typeof nodePort === 'number' ? [{ port: `${port}/${protocol ?? 'TCP'}`, nodePort }] : [];
