import { createHash } from 'node:crypto';
import type { JsonObject, Resource } from '../resource.ts';
import { publishDefinitions } from './openapi-definitions.ts';
import { groupPath, publishPaths } from './openapi-paths.ts';
import { encodeOpenApiV2 } from './openapi-protobuf.ts';

const info = { title: 'Kubernetes', version: 'unversioned' };

/** The document of `/openapi/v2`: the definitions and operations of all resources. Source: Swagger 2.0. */
export function openApiV2(resources: readonly Resource[]): JsonObject {
  return {
    swagger: '2.0',
    info,
    paths: publishPaths(resources, 'v2'),
    definitions: publishDefinitions(resources, 'v2'),
  };
}

/** The same document as a protobuf `openapi.v2.Document`, which kubectl up to 1.26 asks for. */
export function openApiV2Protobuf(resources: readonly Resource[]): Uint8Array {
  return encodeOpenApiV2(openApiV2(resources));
}

/** The document of `/openapi/v3`: where the document of each group version is, with a hash of its content. */
export function openApiV3Index(resources: readonly Resource[]): JsonObject {
  const groups = [...new Set(resources.map((resource) => groupPath(resource)))].toSorted();
  const entries = groups.map((path) => {
    const content = JSON.stringify(openApiV3Group(resources, path) ?? {});
    const hash = createHash('sha512').update(content).digest('hex').toUpperCase();
    return [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }] as const;
  });
  return { paths: Object.fromEntries(entries) };
}

/** The document of one group version, such as `api/v1`; undefined if nothing is served there. Source: OpenAPI 3.0. */
export function openApiV3Group(
  resources: readonly Resource[],
  path: string,
): JsonObject | undefined {
  const served = resources.filter((resource) => groupPath(resource) === path);
  if (served.length === 0) return undefined;
  return {
    openapi: '3.0.0',
    info,
    paths: publishPaths(served, 'v3'),
    components: { schemas: publishDefinitions(served, 'v3') },
  };
}
