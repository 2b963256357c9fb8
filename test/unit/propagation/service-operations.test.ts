import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clusterSelectorAnnotation, ingressAnnotation } from '../../../lib/core/model/names.ts';
import { planSettings } from '../../support/builders/service.ts';
import { isApplicable } from '../../support/not-applicable.ts';
import { readVectors, wanted } from '../../support/read-vectors.ts';
import {
  claimingNodePorts,
  declared,
  oneMember,
  type PartialService,
  type MemberPass as Pass,
  portsIn,
} from './one-member.ts';

type Given = {
  readonly federatedService: PartialService;
  readonly clusterService: PartialService | null;
  readonly selectorSaysSend?: boolean;
  readonly selectorFails?: boolean;
};

type Expect = {
  readonly operation?: 'add' | 'update' | 'delete' | null;
  readonly error?: boolean;
  readonly object?: PartialService;
  readonly nodePorts?: readonly (number | null)[];
};

/** A selector that says what the case wants of it. */
const selectorOf = ({ selectorSaysSend, selectorFails }: Given): { [key: string]: string } => {
  if (selectorFails) return { [clusterSelectorAnnotation]: 'no JSON' };
  if (selectorSaysSend !== false) return {};
  return { [clusterSelectorAnnotation]: '[{"key":"none","operator":"exists"}]' };
};

const hostOf = (given: Given) => {
  const { metadata, spec } = given.federatedService;
  const annotations = { ...metadata?.annotations, ...selectorOf(given) };
  // The federation API of the original allocated nothing: what stands there was asked for.
  const claimed = claimingNodePorts(spec);
  return declared({ metadata: { ...metadata, annotations }, ...(spec ? { spec } : {}) }, claimed);
};

/** The copy as it was before: the vectors leave out the annotation that an earlier pass had copied. */
const copyOf = ({ federatedService, clusterService }: Given): PartialService | null => {
  if (clusterService === null) return null;
  const annotations = federatedService.metadata?.annotations?.['k'] ? { k: 'v' } : {};
  return { ...clusterService, metadata: { ...clusterService.metadata, annotations } };
};

const asked = { add: 'apply', update: 'apply', delete: 'delete' } as const;

const cases = readVectors<Given, Expect>('service-operations').filter(({ name }) =>
  isApplicable('service-operations', name),
);

describe('what one cluster needs: vectors', () => {
  for (const one of cases) {
    it(one.name, async () => {
      const expected = wanted(one);
      const adopted = one.name.includes('adopted');
      const { member, reconcile } = await oneMember(
        copyOf(one.given),
        adopted ? 'theirs' : { sent: one.given.federatedService.spec ?? {} },
      );
      const externalIPs = one.given.clusterService?.spec?.['externalIPs'];
      if (externalIPs !== undefined) {
        member.edit(hostOf(one.given).key, (now) => ({
          ...now,
          spec: { ...now.spec, externalIPs },
        }));
      }
      const settings = { ...planSettings, namesakes: adopted ? 'adopt' : 'refuse' } as const;
      const pass = await reconcile(hostOf(one.given), settings);
      check(pass, expected);
      const again = await reconcile(hostOf(one.given), settings);
      assert.equal(again.operation, undefined);
    });
  }
});

const check = (pass: Pass, expected: Expect): void => {
  assert.equal(pass.problems.length > 0, expected.error === true);
  const { operation, object, nodePorts } = expected;
  if (operation !== undefined) {
    assert.equal(pass.operation, operation === null ? undefined : asked[operation]);
  }
  if (operation === 'delete') assert.equal(pass.after, undefined);
  if (object !== undefined) checkObject(pass, object);
  if (nodePorts !== undefined) checkNodePorts(pass, nodePorts);
};

/** What was wanted stands in the member, but for what W30 keeps on the host and what a server versions itself. */
const checkObject = ({ after, manifest }: Pass, object: PartialService): void => {
  assert.ok(after && manifest);
  const { labels = {}, annotations = {} } = object.metadata ?? {};
  assert.deepEqual({ ...after.labels, ...labels }, after.labels);
  const { [ingressAnnotation]: _, ...own } = annotations;
  assert.deepEqual({ ...manifest.annotations, ...own }, manifest.annotations);
  assert.equal(manifest.annotations[ingressAnnotation], undefined);
  for (const [field, value] of Object.entries(object.spec ?? {})) {
    if (field !== 'ports') assert.deepEqual(after.spec[field], value, field);
  }
  const ports = portsIn(after.spec);
  for (const [index, port] of portsIn(object.spec).entries()) {
    assert.deepEqual({ ...ports[index], ...port }, ports[index]);
  }
};

/** `null` says that nothing is sent for the port, so that the member decides; a number survives or is brought about. */
const checkNodePorts = ({ after, manifest }: Pass, wantedPorts: readonly (number | null)[]) => {
  for (const [index, nodePort] of wantedPorts.entries()) {
    if (nodePort === null) assert.equal(portsIn(manifest?.spec)[index]?.['nodePort'], undefined);
    else assert.equal(portsIn(after?.spec)[index]?.['nodePort'], nodePort);
  }
};
