import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Json, JsonObject } from '../../../lib/core/model/json.ts';
import { isApplicable } from '../../support/not-applicable.ts';
import { readCase } from '../../support/read-case.ts';
import {
  declared,
  type MemberPass,
  oneMember,
  type PartialService,
  portsIn,
} from './one-member.ts';

type Input = {
  readonly host: PartialService;
  readonly member_existing?: PartialService | null;
  readonly later_host_change?: { readonly [path: string]: Json };
  readonly later_host?: PartialService;
};

type Paths = { readonly [path: string]: Json };

/** All that the cases about copies ask for; each asks for some of it. */
type Expect = {
  readonly member_after?: { readonly ports: readonly JsonObject[] };
  readonly member_create_contains?: Paths;
  readonly member_create_must_not_contain?: readonly string[];
  readonly member_update_contains?: Paths;
  readonly must_not_contain?: readonly string[];
  readonly writes?: number;
  readonly writes_first?: number;
  readonly later_member_update?: Paths;
  readonly later?: string;
};

const folder = new URL('../../fixtures/cases/services/', import.meta.url);
const copyCases = readdirSync(folder)
  .map((file) => file.replace('.json', ''))
  .filter((name) => isApplicable('services', name))
  .map((name) => ({ name, ...readCase<Input, Expect>(`services/${name}`) }))
  // The others are about status or records.
  .filter(({ input }) => 'member_existing' in input);

/** The value at a path such as `spec.clusterIP`; `metadata` of a copy is what a pass reads of it. */
const at = (pass: MemberPass, path: string): unknown => {
  const { after } = pass;
  const [part, field = ''] = path.split('.');
  if (part === 'spec') return after?.spec[field];
  const metadata = { labels: after?.labels, finalizers: after?.finalizers };
  return Object.entries(metadata).find(([name]) => name === field)?.[1];
};

const checkContains = (pass: MemberPass, paths: Paths): void => {
  for (const [path, value] of Object.entries(paths)) {
    // A server-side apply carries no version: nothing that was read is sent back.
    if (path === 'metadata.resourceVersion') continue;
    assert.deepEqual(at(pass, path), value === 'absent' ? undefined : value, path);
  }
};

const checkAbsent = ({ manifest }: MemberPass, paths: readonly string[]): void => {
  assert.ok(manifest);
  const text = JSON.stringify(manifest);
  for (const path of paths) {
    if (path === 'spec.ports[].nodePort') {
      for (const port of portsIn(manifest.spec)) assert.equal(port['nodePort'], undefined);
    } else if (path.startsWith('spec.')) {
      assert.equal(manifest.spec[path.slice('spec.'.length)], undefined, path);
    } else assert.ok(!text.includes(path.split('.').at(-1) ?? path), path);
  }
};

const checkFirst = (pass: MemberPass, expect: Expect): void => {
  const writes = expect.writes ?? expect.writes_first;
  if (writes !== undefined) assert.equal(pass.operation === undefined ? 0 : 1, writes);
  const { member_create_contains: created = {}, member_update_contains: updated = {} } = expect;
  checkContains(pass, { ...created, ...updated });
  const absent = [
    ...(expect.member_create_must_not_contain ?? []),
    ...(expect.must_not_contain ?? []),
  ];
  if (absent.length > 0) checkAbsent(pass, absent);
  for (const [index, port] of (expect.member_after?.ports ?? []).entries()) {
    const stored = portsIn(pass.after?.spec)[index];
    assert.deepEqual({ ...stored, ...port }, stored);
  }
};

/** Fields that somebody asked for: a policy for two families is never a default. */
const claimed = ({ spec }: PartialService): JsonObject =>
  spec?.['ipFamilyPolicy'] === 'PreferDualStack' ? { 'f:ipFamilyPolicy': {} } : {};

describe('copies: reported cases', () => {
  for (const { name, input, expect } of copyCases) {
    it(name, async () => {
      const { reconcile } = await oneMember(input.member_existing, { sent: input.host.spec ?? {} });
      const host = declared(input.host, claimed(input.host));
      checkFirst(await reconcile(host), expect);
      assert.equal((await reconcile(host)).operation, undefined);
      if (input.later_host_change !== undefined) {
        const changes = Object.entries(input.later_host_change);
        const fields = changes.map(([path, value]) => [path.replace('spec.', ''), value]);
        const spec = { ...input.host.spec, ...Object.fromEntries(fields) };
        checkContains(
          await reconcile(declared({ ...input.host, spec })),
          expect.later_member_update ?? {},
        );
      }
    });
  }

  it('S12: a headless copy can’t become a load balancer, and the member says so', async () => {
    const { input } = readCase<Required<Input>, Expect>('services/S12-headless');
    const { reconcile } = await oneMember(null, { sent: {} });
    await reconcile(declared(input.host));
    await assert.rejects(reconcile(declared(input.later_host)), {
      kind: 'terminal',
      message: /may not be set to 'None' for LoadBalancer services/,
    });
  });
});
