import { getChange } from './operations/change-info.ts';
import {
  createHostedZone,
  deleteHostedZone,
  getHostedZone,
  getHostedZoneCount,
  getHostedZoneLimit,
} from './operations/hosted-zones.ts';
import { listHostedZones, listHostedZonesByName } from './operations/list-hosted-zones.ts';
import type { Operation } from './operations/operation.ts';
import { changeRecordSets, listRecordSets } from './operations/record-sets.ts';

/** An operation with the name that logs and limits know it by. */
export type Route = {
  readonly action: string;
  readonly operation: Operation;
  /** The part of the path that names the thing, or ''. */
  readonly id: string;
  readonly zoneId?: string;
};

type RouteRule = {
  readonly action: string;
  readonly method: string;
  readonly path: RegExp;
  readonly operation: Operation;
  readonly ofZone: boolean;
};

const rule = (action: string, target: string, operation: Operation): RouteRule => {
  const [method = '', path = ''] = target.split(' ');
  const pattern = path.replace('{id}', '(?<id>[^/]+)').replace('{id+}', '(?<id>.+)');
  return {
    action,
    method,
    path: new RegExp(`^/2013-04-01/${pattern}/?$`),
    operation,
    ofZone: path.startsWith('hostedzone/'),
  };
};

const rules: readonly RouteRule[] = [
  rule('ChangeResourceRecordSets', 'POST hostedzone/{id}/rrset', changeRecordSets),
  rule('ListResourceRecordSets', 'GET hostedzone/{id}/rrset', listRecordSets),
  rule('CreateHostedZone', 'POST hostedzone', createHostedZone),
  rule('ListHostedZones', 'GET hostedzone', listHostedZones),
  rule('GetHostedZone', 'GET hostedzone/{id}', getHostedZone),
  rule('DeleteHostedZone', 'DELETE hostedzone/{id}', deleteHostedZone),
  rule('ListHostedZonesByName', 'GET hostedzonesbyname', listHostedZonesByName),
  rule('GetHostedZoneCount', 'GET hostedzonecount', getHostedZoneCount),
  rule('GetHostedZoneLimit', 'GET hostedzonelimit/{id+}', getHostedZoneLimit),
  rule('GetChange', 'GET change/{id}', getChange),
];

/** The operation that a method and path mean (REST-XML bindings of the API), or nothing. */
export const findRoute = (method: string, path: string): Route | undefined => {
  for (const candidate of rules) {
    const match = candidate.method === method ? candidate.path.exec(path) : null;
    if (match === null) continue;
    const { action, operation, ofZone } = candidate;
    const id = decodeURIComponent(match.groups?.['id'] ?? '');
    return ofZone ? { action, operation, id, zoneId: id } : { action, operation, id };
  }
  return undefined;
};
