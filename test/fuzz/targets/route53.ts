import assert from 'node:assert/strict';
import type { Route53Client } from '@aws-sdk/client-route-53';
import fc from 'fast-check';
import { canonicalName, route53Name } from '../../../lib/adapters/route53/names.ts';
import { createRoute53RecordStore } from '../../../lib/adapters/route53/record-store.ts';
import { ControllerError } from '../../../lib/core/model/failure.ts';
import { text } from '../hostile.ts';
import type { FuzzTarget } from '../target.ts';

const web = 'web.shop.demo.svc.seamark.example';
const name = fc.oneof(fc.constantFrom(web, `${web}.`, '\\052.example.'), text);

/** What the SDK gives: objects of the right form, whose texts may say anything. */
const listed = fc.record(
  {
    Name: name,
    Type: fc.oneof(fc.constantFrom('A', 'CNAME', 'TXT'), text),
    TTL: fc.nat(),
    ResourceRecords: fc.array(fc.record({ Value: text }, { requiredKeys: [] }), { maxLength: 3 }),
    AliasTarget: fc.record({ DNSName: text, HostedZoneId: text }, { requiredKeys: [] }),
    Weight: fc.nat(),
  },
  { requiredKeys: [] },
);

const page = fc.record(
  {
    ResourceRecordSets: fc.array(listed, { maxLength: 3 }),
    IsTruncated: fc.boolean(),
    NextRecordName: name,
    NextRecordType: fc.constantFrom('A', 'TXT'),
  },
  { requiredKeys: ['IsTruncated'] },
);

const clientOf = (answer: () => unknown): Pick<Route53Client, 'send'> => ({
  send: async () => answer(),
});

const storeOf = (answer: () => unknown) =>
  createRoute53RecordStore(clientOf(answer) as Route53Client); // it sends, and does nothing else

/** Pages of record sets, of which the last one may not say that it is the last. */
export const recordPages: FuzzTarget = {
  name: 'pages of Route 53',
  shortRuns: 150,
  property: fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 5 }), async (pages) => {
    let asked = 0;
    const store = storeOf(() => {
      asked += 1;
      return pages[asked - 1] ?? { IsTruncated: false };
    });
    try {
      const sets = await store.readName('Z1', web);
      assert.ok(sets.every((set) => set.name === web));
    } catch (error) {
      assert.ok(error instanceof ControllerError, String(error));
    }
    assert.ok(asked <= pages.length + 1);
  }),
};

const said = fc.oneof(
  text,
  fc
    .tuple(text, text)
    .map(([left, right]) => `[Tried to create '${left}', Invalid name='${right}']`),
  fc
    .array(fc.constantFrom('[', ']', '(', ', A', "name='", web, "'"), { maxLength: 30 })
    .map((parts) => parts.join('')),
);

/** Refusals and failures in whatever words. */
export const refusals: FuzzTarget = {
  name: 'refusals of Route 53',
  shortRuns: 200,
  property: fc.asyncProperty(
    said,
    fc.oneof(fc.constant('InvalidChangeBatch'), text),
    async (message, code) => {
      const store = storeOf(() => {
        throw Object.assign(new Error(message), { name: code });
      });
      const recordSet = { name: web, type: 'A', ttlSeconds: 60, values: ['192.0.2.1'] } as const;
      try {
        const result = await store.change('Z1', [{ action: 'CREATE', recordSet }]);
        assert.equal(result.kind, 'refused');
      } catch (error) {
        assert.ok(error instanceof ControllerError, String(error));
        assert.match(error.message, /^Cannot change hosted zone Z1: /);
      }
      assert.equal(canonicalName(route53Name(canonicalName(web))), web);
    },
  ),
};
