import type { Column, KubeObject } from '../../resource.ts';
import { textOf } from '../object/json-access.ts';
import { ageColumn, nameColumn, textColumn } from '../table/metadata-columns.ts';
import { ingressOf } from './load-balancer-status.ts';
import { type ServiceSpec, specOf } from './service-view.ts';

function balancerAddresses(service: KubeObject): readonly string[] {
  const addresses = ingressOf(service).flatMap(
    (entry) => textOf(entry['ip']) ?? textOf(entry['hostname']) ?? [],
  );
  return [...new Set(addresses)].toSorted((a, b) => (a < b ? -1 : 1));
}

function externalIp(service: KubeObject): string {
  const { type, externalIPs, externalName } = specOf(service);
  switch (type) {
    case 'ClusterIP':
    case 'NodePort':
      return externalIPs.length === 0 ? '<none>' : externalIPs.join(',');
    case 'LoadBalancer': {
      const all = [...balancerAddresses(service), ...externalIPs];
      return all.length === 0 ? '<pending>' : all.join(',');
    }
    case 'ExternalName':
      return externalName;
    default:
      return '<unknown>';
  }
}

function portsText({ ports }: ServiceSpec): string {
  const texts = ports.map(({ port, nodePort, protocol }) =>
    nodePort > 0 ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`,
  );
  return texts.length === 0 ? '<none>' : texts.join(',');
}

function selectorText({ selector }: ServiceSpec): string {
  const texts = selector.map(([key, value]) => `${key}=${value}`);
  return texts.length === 0 ? '<none>' : texts.join(',');
}

/** The columns of `kubectl get services`. Source: `printService` of the printers. */
export const serviceColumns: readonly Column[] = [
  nameColumn,
  textColumn('Type', 'How the Service is reached.', (service) => specOf(service).type),
  textColumn('Cluster-IP', 'First cluster address.', (service) => {
    const [ip = '<none>'] = specOf(service).clusterIPs;
    return ip;
  }),
  textColumn('External-IP', 'Addresses that lead to it from outside.', externalIp),
  textColumn('Port(s)', 'Ports, node ports and protocols.', (service) =>
    portsText(specOf(service)),
  ),
  ageColumn,
  textColumn('Selector', 'Labels of its pods.', (service) => selectorText(specOf(service)), 1),
];
