import { parseAccept } from '../http/accept.ts';
import type { Json, Resource } from '../resource.ts';
import { openApiV2, openApiV2Protobuf, openApiV3Group, openApiV3Index } from '../schema/openapi.ts';
import { notAcceptable } from '../status/faults.ts';
import { groupDiscoveryList } from './aggregated.ts';
import { apiGroup, apiResourceList, groupsOf } from './resource-lists.ts';

/** A document that describes the server rather than an object. */
export type Document = { readonly contentType: string; readonly body: string | Uint8Array };

/** The release of Kubernetes that the emulator follows. */
const VERSION = {
  major: '1',
  minor: '34',
  emulationMajor: '1',
  emulationMinor: '34',
  minCompatibilityMajor: '1',
  minCompatibilityMinor: '33',
  gitVersion: 'v1.34.2',
  gitCommit: '8cc511e399b929453cd98ae65b419c3cc227ec79',
  gitTreeState: 'clean',
  buildDate: '2025-11-11T19:08:26Z',
  goVersion: 'go1.24.9',
  compiler: 'gc',
  platform: 'linux/amd64',
};

const OPENAPI_PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';
// The older spelling has an @, which clients up to 1.2x send.
const OPENAPI_PROTOBUF_TYPES = [
  OPENAPI_PROTOBUF,
  'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
];

/** The document at a path for a client that accepts `accept`; undefined if there is none. Throws ApiError 406. */
export function documentAt(
  resources: readonly Resource[],
  pathname: string,
  accept: string,
): Document | undefined {
  const path = pathname.replace(/(.)\/+$/, '$1');
  switch (path) {
    case '/healthz':
    case '/livez':
    case '/readyz':
      return { contentType: 'text/plain; charset=utf-8', body: 'ok' };
    case '/version':
      return json(VERSION);
    case '/openapi/v2':
      return openApiDocument(resources, accept);
    case '/openapi/v3':
      return json(openApiV3Index(resources));
    case '/':
      return json({ paths: rootPaths(resources) });
    case '/api':
    case '/apis':
      return groupsDocument(resources, path === '/api' ? 'api' : 'apis', accept);
    default:
      return groupDocument(resources, path);
  }
}

function json(value: Json): Document {
  return { contentType: 'application/json', body: `${JSON.stringify(value)}\n` };
}

function rootPaths(resources: readonly Resource[]): readonly string[] {
  const groups = groupsOf(resources).filter(({ name }) => name !== '');
  const paths = groups.flatMap(({ name, versions }) => [
    `/apis/${name}`,
    ...versions.map((version) => `/apis/${name}/${version}`),
  ]);
  const fixed = ['/healthz', '/livez', '/openapi/v2', '/openapi/v3', '/readyz', '/version'];
  return ['/api', '/api/v1', '/apis', ...paths, ...fixed];
}

function groupsDocument(
  resources: readonly Resource[],
  root: 'api' | 'apis',
  accept: string,
): Document {
  const aggregated = parseAccept(accept)
    .filter(({ type }) => type === 'application/json')
    .map(({ params }) =>
      params.get('g') === 'apidiscovery.k8s.io' && params.get('as') === 'APIGroupDiscoveryList'
        ? params.get('v')
        : '',
    )
    .find((version) => version === '' || version === 'v2' || version === 'v2beta1');
  if (aggregated === 'v2' || aggregated === 'v2beta1') {
    return {
      contentType: `application/json;g=apidiscovery.k8s.io;v=${aggregated};as=APIGroupDiscoveryList`,
      body: `${JSON.stringify(groupDiscoveryList(resources, root, aggregated))}\n`,
    };
  }
  if (root === 'api')
    return json({ kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] });
  const groups = groupsOf(resources).filter(({ name }) => name !== '');
  return json({
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: groups.map(({ name, versions }) => apiGroup(name, versions)),
  });
}

function groupDocument(resources: readonly Resource[], path: string): Document | undefined {
  const [, root = '', first = '', second = '', third = '', ...more] = path.split('/');
  if (root === 'openapi' && first === 'v3') {
    const group = openApiV3Group(resources, path.slice('/openapi/v3/'.length));
    return group === undefined ? undefined : json(group);
  }
  const groups = groupsOf(resources);
  const serves = (group: string, version: string) =>
    groups.some(({ name, versions }) => name === group && versions.includes(version));
  if (third !== '' || more.length > 0) return undefined;
  if (root === 'api' && second === '' && serves('', first)) {
    return json(apiResourceList(resources, '', first));
  }
  if (root !== 'apis' || first === '') return undefined;
  if (second !== '') {
    return serves(first, second) ? json(apiResourceList(resources, first, second)) : undefined;
  }
  const group = groups.find(({ name }) => name === first);
  if (group === undefined) return undefined;
  return json({ kind: 'APIGroup', apiVersion: 'v1', ...apiGroup(group.name, group.versions) });
}

function openApiDocument(resources: readonly Resource[], accept: string): Document {
  const clauses = parseAccept(accept);
  for (const { type } of clauses) {
    if (OPENAPI_PROTOBUF_TYPES.includes(type)) {
      return { contentType: OPENAPI_PROTOBUF, body: openApiV2Protobuf(resources) };
    }
    if (['application/json', 'application/*', '*/*'].includes(type)) {
      return json(openApiV2(resources));
    }
  }
  if (clauses.length === 0) return json(openApiV2(resources));
  throw notAcceptable(['application/json', OPENAPI_PROTOBUF]);
}
