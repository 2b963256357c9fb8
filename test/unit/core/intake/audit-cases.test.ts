import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { decodeAuditEvents } from '../../../../lib/adapters/audit/decode-audit-events.ts';
import { type AuditSource, keysFromAudit } from '../../../../lib/core/intake/keys-from-audit.ts';
import { formatWorkKey } from '../../../../lib/core/model/work-key.ts';

const folder = join(import.meta.dirname, '../../../fixtures/cases/audit');

type AuditCase = {
  readonly id: string;
  readonly title: string;
  readonly input: {
    readonly transport: string;
    readonly body?: object | { readonly repeat: number; readonly event: object };
    readonly bodies?: readonly string[];
    readonly decoded?: { readonly logEvents: readonly { readonly message: string }[] };
  };
  readonly expect: {
    readonly must_enqueue: readonly string[];
    readonly may_enqueue: readonly string[];
    readonly must_not_enqueue: readonly string[];
    readonly max_enqueues?: number;
    readonly http_status?: number | string | readonly number[];
  };
};

const cases = readdirSync(folder)
  .sort()
  // The files are ours and have this form (test/fixtures/cases/audit).
  .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as AuditCase);

const bodiesOf = ({ body, bodies, decoded }: AuditCase['input']): readonly string[] => {
  if (bodies) return bodies;
  if (decoded) return decoded.logEvents.map(({ message }) => message);
  if (body && 'repeat' in body) {
    const { repeat, event } = body;
    const items = Array.from({ length: repeat }, () => event);
    return [JSON.stringify({ kind: 'EventList', apiVersion: 'audit.k8s.io/v1', items })];
  }
  return [JSON.stringify(body)];
};

const keysOf = (body: string, source: AuditSource, ownUsernames: readonly string[]) => {
  const decoded = decodeAuditEvents(body);
  if ('problem' in decoded) return [];
  const settings = { ownUsernames, secretNamespace: 'seamark-system' };
  // The cases speak of Services only; any other key would show as a stranger among them.
  return keysFromAudit(decoded.events, source, settings).map((key) =>
    formatWorkKey(key).replace(/^service\//, ''),
  );
};

describe('audit cases', () => {
  it('are all here', () => assert.equal(cases.length, 15));

  for (const { id, title, input, expect } of cases) {
    it(`${id}: ${title}`, () => {
      const kind = input.transport.includes('member') ? 'member' : 'host';
      const keys = bodiesOf(input).flatMap((body) => keysOf(body, { kind }, []));
      const allowed = [...expect.must_enqueue, ...expect.may_enqueue];
      assert.deepEqual(
        expect.must_enqueue.filter((key) => !keys.includes(key)),
        [],
      );
      assert.deepEqual(
        keys.filter((key) => !allowed.includes(key) || expect.must_not_enqueue.includes(key)),
        [],
      );
      assert.ok(keys.length <= (expect.max_enqueues ?? Number.POSITIVE_INFINITY));
    });
  }

  for (const { id, input, expect } of cases.filter(({ input }) => !input.decoded)) {
    it(`${id}: is a problem of the sender only where the answer is 4xx`, () => {
      const statuses = Array.isArray(expect.http_status) ? expect.http_status : [];
      const decoded = bodiesOf(input).map((body) =>
        'problem' in decodeAuditEvents(body) ? 400 : 200,
      );
      assert.deepEqual(
        decoded,
        bodiesOf(input).map((_, index) => statuses[index] ?? 200),
      );
    });
  }

  it('A22: leader locks of a member are noise too', () => {
    const locks = cases.find(({ id }) => id === 'A22');
    assert.ok(locks);
    const [body = ''] = bodiesOf(locks.input);
    assert.deepEqual(keysOf(body, { kind: 'member' }, []), []);
  });

  it('A23: drops what we wrote ourselves', () => {
    const echo = cases.find(({ id }) => id === 'A23');
    assert.ok(echo);
    const [body = ''] = bodiesOf(echo.input);
    const us = 'system:serviceaccount:federation-system:service-controller';
    assert.deepEqual(keysOf(body, { kind: 'host' }, []), ['shop/web']);
    assert.deepEqual(keysOf(body, { kind: 'host' }, [us]), []);
  });
});
