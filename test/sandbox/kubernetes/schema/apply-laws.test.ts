import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { JsonObject, KubeObject } from '../../../../infra/sandbox/kubernetes/resource.ts';
import {
  type ApplyResult,
  serverSideApply,
} from '../../../../infra/sandbox/kubernetes/schema/apply.ts';
import { serviceSchema } from '../../../../infra/sandbox/kubernetes/schema/kinds/service.ts';
import { serviceConfig } from './service-arbitrary.ts';

type Step = { readonly live?: JsonObject; readonly patch: JsonObject; readonly manager: string };

function tryApply({ live, patch, manager }: Step, force: boolean, now = 0): ApplyResult {
  return serverSideApply({
    // What an apply returned is the stored object.
    live: live as KubeObject | undefined,
    patch,
    schema: serviceSchema,
    manager,
    force,
    subresource: '',
    apiVersion: 'v1',
    now,
  });
}

function apply(step: Step, now = 0): JsonObject {
  const result = tryApply(step, true, now);
  assert.ok('object' in result);
  return result.object;
}

function withoutOwners(object: JsonObject): JsonObject {
  const { managedFields: _owners, ...metadata } = object['metadata'] as JsonObject;
  return { ...object, metadata };
}

/** An object with its merged lists in one order, which a second applier may change without owning anything. */
function unordered(object: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(object), (_key, value: unknown) =>
    Array.isArray(value)
      ? value.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
      : value,
  );
}

const bare: JsonObject = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: 'default' },
};

describe('laws of server-side apply', () => {
  it('the same apply again changes nothing, not even a time', () => {
    fc.assert(
      fc.property(serviceConfig, serviceConfig, (first, second) => {
        const live = apply({ patch: first, manager: 'one' });
        const once = apply({ live, patch: second, manager: 'two' }, 1000);
        const twice = apply({ live: once, patch: second, manager: 'two' }, 999_000);
        assert.deepEqual(twice, once);
      }),
    );
  });

  it('a manager that applies nothing loses exactly what only it owned', () => {
    fc.assert(
      fc.property(serviceConfig, serviceConfig, (first, second) => {
        const live = apply({ patch: first, manager: 'one' });
        const shared = tryApply({ live, patch: second, manager: 'two' }, false);
        fc.pre('object' in shared);
        const left = apply({ live: shared.object, patch: bare, manager: 'two' });
        const alone = apply({ live, patch: bare, manager: 'two' });
        assert.deepEqual(unordered(left), unordered(alone));
      }),
    );
  });

  it('who applies twice has what it applied last, whatever it applied first', () => {
    fc.assert(
      fc.property(serviceConfig, serviceConfig, (first, second) => {
        const live = apply({ patch: first, manager: 'one' });
        const changed = apply({ live, patch: second, manager: 'one' });
        const direct = apply({ patch: second, manager: 'one' });
        assert.deepEqual(withoutOwners(changed), withoutOwners(direct));
      }),
    );
  });

  it('without force nothing of another manager is overwritten', () => {
    fc.assert(
      fc.property(serviceConfig, serviceConfig, (first, second) => {
        const live = apply({ patch: first, manager: 'one' });
        const result = tryApply({ live, patch: second, manager: 'two' }, false);
        fc.pre('object' in result);
        const again = tryApply({ live: result.object, patch: first, manager: 'one' }, false);
        assert.ok('object' in again, 'the first manager still agrees with the object');
        const [before, after] = [result.object, again.object].map((object) =>
          unordered(withoutOwners(object)),
        );
        assert.deepEqual(after, before);
      }),
    );
  });

  it('with force the applied values stand', () => {
    fc.assert(
      fc.property(serviceConfig, serviceConfig, (first, second) => {
        const live = apply({ patch: first, manager: 'one' });
        const forced = apply({ live, patch: second, manager: 'two' });
        const again = tryApply({ live: forced, patch: second, manager: 'three' }, false);
        assert.ok('object' in again, 'a third manager finds nothing to fight about');
        assert.deepEqual(withoutOwners(again.object), withoutOwners(forced));
      }),
    );
  });
});
