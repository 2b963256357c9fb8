import { apiVersionOf } from '../catalog/catalog.ts';
import { invalid } from '../kinds/faults/fault.ts';
import { printedJson, printedStruct } from '../kinds/faults/go-value.ts';
import { type Bag, bagOf, isBag, textOf, textsOf } from '../kinds/object/json-access.ts';
import type { FieldError, KubeObject } from '../resource.ts';
import { trackUpdate } from '../schema/managed-fields.ts';
import { invalid as invalidObject } from '../status/faults.ts';
import type { Call } from '../verbs/call.ts';
import { type Engine, timeText } from '../verbs/engine.ts';
import { readWriteOptions } from '../verbs/options.ts';
import type { Attributes } from './attributes.ts';
import type { User } from './user.ts';

/**
 * Answers a review: who the one who asks is, or whether somebody may do something. Throws ApiError 422.
 * Source: registry/authorization and registry/authentication of Kubernetes, `authorization.k8s.io/v1`.
 */
export function answerReview(engine: Engine, call: Call, submitted: KubeObject): KubeObject {
  const { kind, apiVersion } = submitted;
  if (kind === 'SelfSubjectReview') {
    const { username, groups } = call.user;
    const metadata = { creationTimestamp: timeText(engine.context.now()) };
    return asAnswered({ apiVersion, kind, metadata, status: { userInfo: { username, groups } } });
  }
  const spec = bagOf(submitted['spec']);
  const self = kind === 'SelfSubjectAccessReview';
  const managers = managersOf(engine, call, submitted);
  const faults = [
    ...attributeFaults(spec),
    ...(self ? [] : subjectFaults(spec)),
    ...metadataFaults(submitted, managers),
  ];
  if (faults.length > 0) throw invalidObject({ group: call.resource.group, kind: '' }, '', faults);
  const { allowed, reason } = engine.decide(self ? call.user : askedAbout(spec), asked(spec));
  const status = { allowed, ...(reason === '' ? {} : { reason }) };
  return asAnswered({ apiVersion, kind, metadata: managers, spec, status });
}

function managersOf({ context }: Engine, { resource, query, userAgent }: Call, next: KubeObject) {
  const { manager } = readWriteOptions('create', query, userAgent);
  const { metadata } = trackUpdate({
    live: undefined,
    next,
    schema: resource.schema,
    manager,
    subresource: '',
    hasStatus: false,
    apiVersion: apiVersionOf(resource),
    now: context.now(),
  });
  return { managedFields: metadata.managedFields ?? [] };
}

// A review has no name, uid or version, as nothing is stored of it.
const asAnswered = (answer: object): KubeObject => answer as KubeObject;

function attributeFaults(spec: Bag): readonly FieldError[] {
  const [resource, path] = [spec['resourceAttributes'], spec['nonResourceAttributes']];
  if (isBag(resource) && isBag(path)) {
    // The API prints its internal type, whose fields have no JSON names.
    const shown = { Path: textOf(path['path']) ?? '', Verb: textOf(path['verb']) ?? '' };
    const text = 'cannot be specified in combination with resourceAttributes';
    return [invalid('spec.nonResourceAttributes', { printed: printedStruct(shown) }, text)];
  }
  if (isBag(resource) || isBag(path)) return [];
  const text = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
  return [invalid('spec.resourceAttributes', null, text)];
}

function subjectFaults(spec: Bag): readonly FieldError[] {
  if (textOf(spec['user']) !== undefined || textsOf(spec['groups']).length > 0) return [];
  return [invalid('spec.user', '', 'at least one of user or group must be specified')];
}

function metadataFaults({ metadata }: KubeObject, managers: Bag): readonly FieldError[] {
  const { managedFields: _sent, name = '', ...rest } = bagOf(metadata);
  if (name === '' && Object.keys(rest).length === 0) return [];
  // Go prints the name first, labels and annotations with sorted keys, and the managers last.
  const named = name === '' ? {} : { name };
  const shown = { ...named, ...JSON.parse(printedJson(rest)), ...managers };
  return [invalid('metadata', { printed: printedStruct(shown) }, 'must be empty')];
}

function askedAbout(spec: Bag): User {
  return { username: textOf(spec['user']) ?? '', groups: textsOf(spec['groups']) };
}

function asked(spec: Bag): Attributes {
  const path = spec['nonResourceAttributes'];
  if (isBag(path)) {
    return { kind: 'path', verb: textOf(path['verb']) ?? '', path: textOf(path['path']) ?? '' };
  }
  const of = bagOf(spec['resourceAttributes']);
  const text = (key: string) => textOf(of[key]) ?? '';
  return {
    kind: 'resource',
    verb: text('verb'),
    group: text('group'),
    resource: text('resource'),
    subresource: text('subresource'),
    namespace: text('namespace'),
    name: text('name'),
  };
}
