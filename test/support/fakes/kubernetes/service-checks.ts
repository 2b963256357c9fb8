import { isJsonObject, type Json, type JsonObject } from '../../../../lib/core/model/json.ts';
import { type ServiceObject, serviceType } from '../../../../lib/core/model/service-object.ts';
import { invalid } from './refusals.ts';

/** Node ports that other Services of the cluster hold. */
export type TakenPorts = Pick<ReadonlySet<Json>, 'has'>;

/** Refuses what an API server refuses, in its words; `merged` is the object with what the server keeps and fills in. */
export const checkService = (
  merged: ServiceObject,
  old: ServiceObject | undefined,
  taken: TakenPorts,
): void => {
  const { name } = merged.key;
  if (!/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name))
    throw invalid(name, `metadata.name: Invalid value: "${name}": a DNS-1035 label is needed`);
  const type = serviceType(merged);
  if (!['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'].includes(type))
    throw invalid(name, `spec.type: Unsupported value: "${type}"`);
  if (merged.ingress.length > 0 && type !== 'LoadBalancer' && (!old || serviceType(old) === type))
    throw invalid(
      name,
      'status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is "LoadBalancer"',
    );
  checkType(merged, type);
  checkPorts(merged, type);
  checkNodePorts(merged, type, taken);
  checkImmutable(merged, old);
};

const checkType = ({ key, spec }: ServiceObject, type: string): void => {
  if (spec['clusterIP'] === 'None' && (type === 'LoadBalancer' || type === 'NodePort'))
    throw invalid(
      key.name,
      `spec.clusterIPs[0]: Invalid value: "None": may not be set to 'None' for ${type} services`,
    );
  if (type === 'ExternalName' && !spec['externalName'])
    throw invalid(key.name, 'spec.externalName: Required value');
};

/** The ports of a spec. */
export const portsOf = (spec: JsonObject): readonly JsonObject[] => {
  const ports = spec['ports'];
  return Array.isArray(ports) ? ports.filter(isJsonObject) : [];
};

const checkPorts = (service: ServiceObject, type: string): void => {
  const { name } = service.key;
  const ports = portsOf(service.spec);
  if (ports.length === 0 && type !== 'ExternalName' && service.spec['clusterIP'] !== 'None')
    throw invalid(name, 'spec.ports: Required value');
  const seen = new Set<Json>();
  const names = new Set<Json>();
  for (const [index, port] of ports.entries()) {
    const number = port['port'];
    if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > 65_535)
      throw invalid(
        name,
        `spec.ports[${index}].port: Invalid value: ${JSON.stringify(number)}: must be between 1 and 65535, inclusive`,
      );
    if (ports.length > 1 && port['name'] === undefined)
      throw invalid(name, `spec.ports[${index}].name: Required value`);
    const pair = `${number}/${port['protocol'] ?? 'TCP'}`;
    if (seen.has(pair) || (port['name'] !== undefined && names.has(port['name'])))
      throw invalid(name, `spec.ports[${index}]: Duplicate value: ${JSON.stringify(port)}`);
    seen.add(pair);
    names.add(port['name'] ?? null);
  }
};

const checkNodePorts = ({ key, spec }: ServiceObject, type: string, taken: TakenPorts): void => {
  for (const [index, { nodePort }] of portsOf(spec).entries()) {
    if (typeof nodePort !== 'number') continue;
    const refuse = (fault: string) =>
      invalid(key.name, `spec.ports[${index}].nodePort: ${fault.replace('%', String(nodePort))}`);
    if (type !== 'NodePort' && type !== 'LoadBalancer')
      throw refuse(`Forbidden: may not be used when \`type\` is '${type}'`);
    if (nodePort < 30_000 || nodePort > 32_767)
      throw refuse(
        'Invalid value: %: provided port is not in the valid range. The range of valid ports is 30000-32767',
      );
    if (taken.has(nodePort)) throw refuse('Invalid value: %: provided port is already allocated');
  }
};

const checkImmutable = (next: ServiceObject, old: ServiceObject | undefined): void => {
  if (old === undefined) return;
  const involved = [serviceType(next), serviceType(old)];
  const changed = (field: string): boolean =>
    next.spec[field] !== undefined &&
    old.spec[field] !== undefined &&
    next.spec[field] !== old.spec[field];
  if (!involved.includes('ExternalName') && changed('clusterIP'))
    throw invalid(
      next.key.name,
      `spec.clusterIPs[0]: Invalid value: ${JSON.stringify([next.spec['clusterIP'] ?? null])}: may not change once set`,
    );
  const balancers = involved.every((type) => type === 'LoadBalancer');
  if (balancers && changed('loadBalancerClass'))
    throw invalid(
      next.key.name,
      `spec.loadBalancerClass: Invalid value: ${JSON.stringify(next.spec['loadBalancerClass'])}: may not change once set`,
    );
  if (balancers && changed('healthCheckNodePort'))
    throw invalid(
      next.key.name,
      `spec.healthCheckNodePort: Invalid value: ${JSON.stringify(next.spec['healthCheckNodePort'])}: field is immutable`,
    );
};
