import type { HostedZone } from '../account.ts';
import { ApiError } from '../api-error.ts';
import { element, field, xmlDocument } from '../xml/write.ts';
import { formatName, listingKey, parseName } from '../zone/names.ts';
import { writeHostedZone } from './hosted-zones.ts';
import { maxItemsOf, type Operation, ok } from './operation.ts';

const page = { default: 100, most: 100 };

/** ListHostedZones: in the order of creation; the marker is the next zone's id. */
export const listHostedZones: Operation = ({ account, query }) => {
  const zones = account.zones();
  const marker = query.get('marker');
  const maxItems = maxItemsOf(query, page);
  const from = marker === null ? 0 : zones.findIndex((zone) => zone.state.id === marker);
  if (from < 0) throw new ApiError('InvalidInput', `The marker '${marker}' is not valid.`);
  const next = zones[from + maxItems];
  return ok(
    xmlDocument(
      'ListHostedZonesResponse',
      element('HostedZones', ...zones.slice(from, from + maxItems).map(writeHostedZone)),
      field('Marker', marker ?? undefined),
      field('IsTruncated', next !== undefined),
      field('NextMarker', next?.state.id),
      field('MaxItems', maxItems),
    ),
  );
};

const orderKey = (name: string, id: string): string => `${listingKey(name)} ${id}`;

const startKey = (query: URLSearchParams): string => {
  const name = query.get('dnsname');
  const id = query.get('hostedzoneid');
  if (name === null) {
    if (id === null) return '';
    throw new ApiError('InvalidInput', 'HostedZoneId requires DNSName.');
  }
  const parsed = parseName(name);
  if (parsed.kind === 'fault') throw new ApiError('InvalidDomainName', parsed.message);
  return orderKey(formatName(parsed.name), id ?? '');
};

const keyOf = (zone: HostedZone): string => orderKey(zone.state.name, zone.state.id);

/** ListHostedZonesByName: names by reversed labels, from a name (and a zone id) on. */
export const listHostedZonesByName: Operation = ({ account, query }) => {
  const start = startKey(query);
  const maxItems = maxItemsOf(query, page);
  const zones = [...account.zones()]
    .filter((zone) => keyOf(zone) >= start)
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const next = zones[maxItems];
  return ok(
    xmlDocument(
      'ListHostedZonesByNameResponse',
      element('HostedZones', ...zones.slice(0, maxItems).map(writeHostedZone)),
      field('DNSName', query.get('dnsname') ?? undefined),
      field('HostedZoneId', query.get('hostedzoneid') ?? undefined),
      field('IsTruncated', next !== undefined),
      field('NextDNSName', next?.state.name),
      field('NextHostedZoneId', next?.state.id),
      field('MaxItems', maxItems),
    ),
  );
};
