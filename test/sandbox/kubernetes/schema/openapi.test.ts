import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isJsonObject } from '../../../../infra/sandbox/kubernetes/patch/merge-patch.ts';
import type { Json, JsonObject } from '../../../../infra/sandbox/kubernetes/resource.ts';
import {
  openApiV2,
  openApiV2Protobuf,
  openApiV3Group,
  openApiV3Index,
} from '../../../../infra/sandbox/kubernetes/schema/openapi.ts';
import { openApiResources } from './openapi-resources.ts';
import { readMessage } from './protobuf-reader.ts';

/** The value under a chain of keys. */
function dig(value: Json | undefined, ...keys: readonly string[]): Json | undefined {
  return keys.reduce<Json | undefined>(
    (current, key) => (isJsonObject(current) ? current[key] : undefined),
    value,
  );
}

function refsOf(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => refsOf(item));
  if (!isJsonObject(value)) return [];
  const own = value['$ref'];
  return [...(typeof own === 'string' ? [own] : []), ...Object.values(value).flatMap(refsOf)];
}

function keysOf(value: Json | undefined): readonly string[] {
  return isJsonObject(value) ? Object.keys(value) : [];
}

const v2 = openApiV2(openApiResources);
const core = openApiV3Group(openApiResources, 'api/v1') ?? {};
const widgets = openApiV3Group(openApiResources, 'apis/example.com/v1') ?? {};
const itemPath = '/api/v1/namespaces/{namespace}/services/{name}';

describe('OpenAPI documents', () => {
  it('refer only to definitions that they have', () => {
    const v2Names = keysOf(v2['definitions']).map((name) => `#/definitions/${name}`);
    assert.deepEqual(
      refsOf(v2).filter((ref) => !v2Names.includes(ref)),
      [],
    );
    for (const document of [core, widgets]) {
      const schemas = dig(document, 'components', 'schemas');
      const names = keysOf(schemas).map((name) => `#/components/schemas/${name}`);
      assert.deepEqual(
        refsOf(document).filter((ref) => !names.includes(ref)),
        [],
      );
    }
  });

  it('name definitions as the real server does, custom ones by their reversed group', () => {
    const names = keysOf(v2['definitions']);
    for (const name of [
      'io.k8s.api.core.v1.Service',
      'io.k8s.api.core.v1.ServiceList',
      'io.k8s.api.core.v1.ServicePort',
      'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
      'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions',
      'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
      'com.example.v1.Widget',
      'com.example.v1.WidgetList',
    ]) {
      assert.ok(names.includes(name), name);
    }
  });

  it('say how the ports of a Service merge', () => {
    const path = ['io.k8s.api.core.v1.ServiceSpec', 'properties', 'ports'];
    for (const definitions of [v2['definitions'], dig(core, 'components', 'schemas')]) {
      const ports = dig(definitions, ...path);
      assert.deepEqual(dig(ports, 'x-kubernetes-list-map-keys'), ['port', 'protocol']);
      assert.equal(dig(ports, 'x-kubernetes-list-type'), 'map');
      assert.equal(dig(ports, 'x-kubernetes-patch-merge-key'), 'port');
      assert.equal(dig(ports, 'x-kubernetes-patch-strategy'), 'merge');
    }
  });

  it('tell which kind a definition and an operation are about', () => {
    const gvk = { group: '', kind: 'Service', version: 'v1' };
    const extension = 'x-kubernetes-group-version-kind';
    assert.deepEqual(dig(v2, 'definitions', 'io.k8s.api.core.v1.Service', extension), [gvk]);
    assert.deepEqual(dig(v2, 'paths', itemPath, 'patch', extension), gvk);
    assert.deepEqual(dig(core, 'paths', itemPath, 'patch', extension), gvk);
  });

  it('offer the query parameters that kubectl looks for', () => {
    for (const document of [v2, core]) {
      const parameters = dig(document, 'paths', itemPath, 'patch', 'parameters');
      assert.ok(Array.isArray(parameters));
      const names = parameters.map((each: Json) => dig(each, 'name'));
      for (const name of ['dryRun', 'fieldManager', 'fieldValidation', 'force']) {
        assert.ok(names.includes(name), name);
      }
    }
  });

  it('offer strategic merge for built-in kinds alone', () => {
    const strategic = 'application/strategic-merge-patch+json';
    const types = (document: JsonObject, path: string) =>
      keysOf(dig(document, 'paths', path, 'patch', 'requestBody', 'content'));
    assert.ok(types(core, itemPath).includes(strategic));
    const widgetPath = '/apis/example.com/v1/namespaces/{namespace}/widgets/{name}';
    assert.ok(!types(widgets, widgetPath).includes(strategic));
  });

  it('have the paths that are served', () => {
    assert.deepEqual(keysOf(core['paths']), [
      '/api/v1/namespaces/{namespace}/services',
      itemPath,
      `${itemPath}/status`,
      '/api/v1/services',
    ]);
    assert.deepEqual(keysOf(dig(v2, 'paths', itemPath)), ['get', 'put', 'patch', 'delete']);
  });

  it('hide from old clients what they would misread', () => {
    const spec = (document: Json | undefined) =>
      dig(document, 'com.example.v1.Widget', 'properties', 'spec', 'properties');
    const [old, modern] = [spec(v2['definitions']), spec(dig(widgets, 'components', 'schemas'))];
    assert.deepEqual(dig(old, 'note'), {});
    assert.deepEqual(dig(modern, 'note'), { nullable: true, type: 'string' });
    assert.deepEqual(dig(old, 'free'), { type: 'object' });
    assert.equal(dig(modern, 'free', 'x-kubernetes-preserve-unknown-fields'), true);
    assert.equal(dig(old, 'port', 'type'), undefined);
    assert.deepEqual(dig(modern, 'port', 'oneOf'), [{ type: 'integer' }, { type: 'string' }]);
  });

  it('are listed with a hash that follows their content', () => {
    const url = (resources: typeof openApiResources) =>
      String(dig(openApiV3Index(resources), 'paths', 'api/v1', 'serverRelativeURL'));
    assert.match(url(openApiResources), /^\/openapi\/v3\/api\/v1\?hash=[0-9A-F]{128}$/);
    assert.equal(url(openApiResources), url(openApiResources.toReversed()));
    const readOnly = openApiResources.map((each) => ({ ...each, hasStatus: false }));
    assert.notEqual(url(openApiResources), url(readOnly));
    assert.equal(openApiV3Group(openApiResources, 'apis/nowhere.io/v1'), undefined);
  });
});

describe('the OpenAPI document as protobuf', () => {
  const document = readMessage(openApiV2Protobuf(openApiResources));
  const definitions = document.message(9).messages(1);

  it('has the definitions of the JSON document', () => {
    assert.equal(document.text(1), '2.0');
    assert.deepEqual(
      definitions.map((definition) => definition.text(1)),
      keysOf(v2['definitions']),
    );
  });

  it('has types, references, requirements and extensions of properties', () => {
    const named = (name: string) => definitions.find((one) => one.text(1) === name)?.message(2);
    const spec = named('io.k8s.api.core.v1.ServiceSpec');
    const ports = spec
      ?.message(25)
      .messages(1)
      .find((one) => one.text(1) === 'ports')
      ?.message(2);
    assert.equal(ports?.message(22).text(1), 'array');
    assert.equal(
      ports?.message(23).message(1).text(1),
      '#/definitions/io.k8s.api.core.v1.ServicePort',
    );
    const keys = ports?.messages(31).find((one) => one.text(1) === 'x-kubernetes-list-map-keys');
    assert.equal(keys?.message(2).text(2), '["port","protocol"]');
    assert.deepEqual(named('io.k8s.api.core.v1.ServicePort')?.texts(19), ['port']);
  });

  it('has the patch operation with its kind and its parameters', () => {
    const path = document
      .message(8)
      .messages(2)
      .find((one) => one.text(1) === itemPath);
    const patch = path?.message(2).message(8);
    assert.equal(patch?.text(5), 'patchCoreV1NamespacedService');
    const names = patch
      ?.messages(8)
      .slice(1)
      .map((item) => item.message(1).message(2).message(3).text(4));
    assert.deepEqual(names, ['dryRun', 'fieldManager', 'fieldValidation', 'force']);
    const kind = patch?.messages(13).find((one) => one.text(1).endsWith('group-version-kind'));
    assert.deepEqual(JSON.parse(kind?.message(2).text(2) ?? ''), {
      group: '',
      kind: 'Service',
      version: 'v1',
    });
  });
});
