import type { Column, KubeObject } from '../../resource.ts';
import { bagOf, bagsOf, textEntriesOf, textOf } from '../object/json-access.ts';
import { ageColumn, nameColumn, textColumn } from '../table/metadata-columns.ts';

const ROLE_PREFIX = 'node-role.kubernetes.io/';
const ROLE_LABEL = 'kubernetes.io/role';

function statusText(node: KubeObject): string {
  const conditions = bagsOf(bagOf(node['status'])['conditions']);
  const ready = conditions.findLast(({ type }) => type === 'Ready');
  const state = ready === undefined ? 'Unknown' : ready['status'] === 'True' ? 'Ready' : 'NotReady';
  const cordoned = bagOf(node['spec'])['unschedulable'] === true;
  return cordoned ? `${state},SchedulingDisabled` : state;
}

function rolesText(node: KubeObject): string {
  const roles = textEntriesOf(node.metadata.labels).flatMap(([key, value]) => {
    if (key.startsWith(ROLE_PREFIX)) return key.slice(ROLE_PREFIX.length);
    return key === ROLE_LABEL ? value : '';
  });
  const named = [...new Set(roles)].filter((role) => role !== '');
  const sorted = named.toSorted((a, b) => (a < b ? -1 : 1));
  return sorted.length === 0 ? '<none>' : sorted.join(',');
}

function addressText(type: string): (node: KubeObject) => string {
  return (node) => {
    const addresses = bagsOf(bagOf(node['status'])['addresses']);
    return textOf(addresses.find((entry) => entry['type'] === type)?.['address']) ?? '<none>';
  };
}

function infoText(field: string, missing: string): (node: KubeObject) => string {
  return (node) => textOf(bagOf(bagOf(node['status'])['nodeInfo'])[field]) ?? missing;
}

/** The columns of `kubectl get nodes`. Source: `printNode` of the printers. */
export const nodeColumns: readonly Column[] = [
  nameColumn,
  textColumn('Status', 'The status of the node', statusText),
  textColumn('Roles', 'The roles of the node', rolesText),
  ageColumn,
  textColumn('Version', 'Version of its kubelet.', infoText('kubeletVersion', '')),
  textColumn('Internal-IP', 'Address inside the cluster.', addressText('InternalIP'), 1),
  textColumn('External-IP', 'Address outside the cluster.', addressText('ExternalIP'), 1),
  textColumn('OS-Image', 'Operating system.', infoText('osImage', '<unknown>'), 1),
  textColumn('Kernel-Version', 'Kernel.', infoText('kernelVersion', '<unknown>'), 1),
  textColumn(
    'Container-Runtime',
    'Container runtime and its version.',
    infoText('containerRuntimeVersion', '<unknown>'),
    1,
  ),
];
