import type { Json, JsonObject, Resource } from '../resource.ts';
import { deleteOptions, PATCH_DEFINITION, status } from './kinds/meta-options.ts';
import {
  definitionRef,
  listDefinition,
  type OpenApiVersion,
  objectDefinition,
} from './openapi-definitions.ts';

type Parameter = {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'integer';
  readonly description: string;
};

const dryRun: Parameter = {
  name: 'dryRun',
  type: 'string',
  description: 'All: go through every stage but store nothing.',
};
const fieldManager: Parameter = {
  name: 'fieldManager',
  type: 'string',
  description: 'Who makes the change; required for apply.',
};
const fieldValidation: Parameter = {
  name: 'fieldValidation',
  type: 'string',
  description: 'Ignore, Warn or Strict: what becomes of unknown and duplicate fields.',
};
const force: Parameter = {
  name: 'force',
  type: 'boolean',
  description: 'Whether an apply takes fields from other managers.',
};
const deleteParameters: readonly Parameter[] = [
  dryRun,
  { name: 'gracePeriodSeconds', type: 'integer', description: 'Seconds the removal may take.' },
  {
    name: 'orphanDependents',
    type: 'boolean',
    description: 'Whether dependents stay; deprecated.',
  },
  { name: 'propagationPolicy', type: 'string', description: 'Orphan, Background or Foreground.' },
];
const listParameters: readonly Parameter[] = [
  { name: 'allowWatchBookmarks', type: 'boolean', description: 'Whether a watch sends bookmarks.' },
  { name: 'continue', type: 'string', description: 'Token of the list to go on with.' },
  { name: 'fieldSelector', type: 'string', description: 'Fields that objects must have.' },
  { name: 'labelSelector', type: 'string', description: 'Labels that objects must have.' },
  { name: 'limit', type: 'integer', description: 'Most objects of one page.' },
  { name: 'resourceVersion', type: 'string', description: 'Version to list at or watch from.' },
  { name: 'resourceVersionMatch', type: 'string', description: 'Exact or NotOlderThan.' },
  { name: 'sendInitialEvents', type: 'boolean', description: 'Whether a watch begins with all.' },
  { name: 'timeoutSeconds', type: 'integer', description: 'Seconds until the call ends.' },
  { name: 'watch', type: 'boolean', description: 'Whether to stream changes instead.' },
];
const writeParameters = [dryRun, fieldManager, fieldValidation];

/** Path under which a group version is served, without the leading slash. */
export function groupPath(resource: Pick<Resource, 'group' | 'version'>): string {
  const { group, version } = resource;
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

/** The paths of the resources with the operations on each. */
export function publishPaths(resources: readonly Resource[], version: OpenApiVersion): JsonObject {
  return Object.assign({}, ...resources.map((resource) => resourcePaths(resource, version)));
}

type Verb = {
  readonly verb: 'read' | 'list' | 'create' | 'replace' | 'patch' | 'delete' | 'deleteCollection';
  readonly parameters: readonly Parameter[];
  readonly body?: string;
  readonly answer: string;
};

function resourcePaths(resource: Resource, version: OpenApiVersion): JsonObject {
  const root = `/${groupPath(resource)}`;
  const scope = resource.namespaced ? `${root}/namespaces/{namespace}` : root;
  const one = objectDefinition(resource);
  const list: Verb = { verb: 'list', parameters: listParameters, answer: listDefinition(resource) };
  const read: Verb = { verb: 'read', parameters: [], answer: one };
  const replace: Verb = { verb: 'replace', parameters: writeParameters, body: one, answer: one };
  const patch: Verb = {
    verb: 'patch',
    parameters: [...writeParameters, force],
    body: PATCH_DEFINITION,
    answer: one,
  };
  const removal = { parameters: deleteParameters, body: deleteOptions.definition ?? '' };
  const answer = status.definition ?? '';
  const item = `${scope}/${resource.plural}/{name}`;
  const at = (verbs: { readonly [method: string]: Verb }, suffix = '') =>
    pathItem(resource, version, verbs, suffix);
  const create: Verb = { verb: 'create', parameters: writeParameters, body: one, answer: one };
  if (resource.createOnly === true) {
    return { [`${scope}/${resource.plural}`]: at({ post: create }) };
  }
  return {
    [`${scope}/${resource.plural}`]: at({
      get: list,
      post: create,
      delete: { verb: 'deleteCollection', ...removal, answer },
    }),
    [item]: at({
      get: read,
      put: replace,
      patch,
      delete: { verb: 'delete', ...removal, answer },
    }),
    ...(resource.hasStatus
      ? { [`${item}/status`]: at({ get: read, put: replace, patch }, 'Status') }
      : {}),
    ...(resource.namespaced ? { [`${root}/${resource.plural}`]: at({ get: list }) } : {}),
  };
}

function pathItem(
  resource: Resource,
  version: OpenApiVersion,
  verbs: { readonly [method: string]: Verb },
  suffix: string,
): JsonObject {
  const entries = Object.entries(verbs).map(
    ([method, verb]) => [method, operation(resource, version, verb, suffix)] as const,
  );
  return Object.fromEntries(entries);
}

function operation(
  resource: Resource,
  version: OpenApiVersion,
  verb: Verb,
  suffix: string,
): JsonObject {
  const { group, kind } = resource;
  const scope = resource.namespaced ? 'Namespaced' : '';
  const parameters: readonly Json[] = verb.parameters.map((each) => parameter(version, each));
  const ref = (name: string): JsonObject => ({ $ref: definitionRef(version, name) });
  const body = verb.body === undefined ? undefined : ref(verb.body);
  const types = contentTypes(resource, verb);
  return {
    description: `${verb.verb} ${kind}${suffix === '' ? '' : ' status'}`,
    operationId: `${verb.verb}${groupWords(resource)}${scope}${kind}${suffix}`,
    ...(version === 'v2' ? { consumes: types, produces: [JSON_TYPE] } : {}),
    parameters:
      version === 'v2' && body !== undefined ? [bodyParameter(body), ...parameters] : parameters,
    ...(version === 'v3' && body !== undefined ? requestBody(types, body) : {}),
    responses: { '200': answerOf(version, ref(verb.answer)) },
    'x-kubernetes-action': verb.verb.toLowerCase().replace('read', 'get').replace('replace', 'put'),
    'x-kubernetes-group-version-kind': { group, kind, version: resource.version },
  };
}

const JSON_TYPE = 'application/json';

function contentTypes(resource: Resource, { verb }: Verb): readonly string[] {
  if (verb !== 'patch') return ['*/*'];
  return [
    'application/json-patch+json',
    'application/merge-patch+json',
    ...(resource.strategicMerge ? ['application/strategic-merge-patch+json'] : []),
    'application/apply-patch+yaml',
  ];
}

function groupWords({ group, version }: Resource): string {
  const name = group === '' ? 'core' : group.replace(/\.k8s\.io$/, '');
  return [...name.split('.'), version]
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');
}

function parameter(version: OpenApiVersion, { name, type, description }: Parameter): JsonObject {
  const place = { name, in: 'query', description };
  if (version === 'v2') return { ...place, type, uniqueItems: true };
  return { ...place, schema: { type, uniqueItems: true } };
}

function bodyParameter(schema: JsonObject): JsonObject {
  return { name: 'body', in: 'body', required: true, schema };
}

function requestBody(types: readonly string[], schema: JsonObject): JsonObject {
  return {
    requestBody: { content: Object.fromEntries(types.map((type) => [type, { schema }])) },
  };
}

function answerOf(version: OpenApiVersion, schema: JsonObject): JsonObject {
  if (version === 'v2') return { description: 'OK', schema };
  return { description: 'OK', content: { [JSON_TYPE]: { schema } } };
}
