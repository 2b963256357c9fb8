import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Json } from '../../../lib/core/model/json.ts';
import { lastAppliedAnnotation } from '../../../lib/core/model/names.ts';
import { claimsOf } from '../../../lib/core/propagation/claims.ts';
import { aService } from '../../support/builders/service.ts';

const sentBy = (text: string) =>
  claimsOf(aService({ annotations: { [lastAppliedAnnotation]: text } }));
const sent = (spec: Json) => sentBy(JSON.stringify({ spec }));
const web = { port: 80, nodePort: 30_080 };

describe('what somebody asked for', () => {
  it('nothing, where nobody notes it', () => {
    const claims = claimsOf(aService());
    assert.equal(claims.field('ipFamilies'), false);
    assert.equal(claims.nodePort(web), false);
  });

  it('what a field manager owns', () => {
    const key = 'k:{"port":80,"protocol":"TCP"}';
    const claimedSpec = { 'f:ipFamilies': {}, 'f:ports': { [key]: { 'f:nodePort': {} } } };
    const claims = claimsOf(aService({ claimedSpec }));
    assert.deepEqual(['ipFamilies', 'ipFamilyPolicy'].map(claims.field), [true, false]);
    assert.equal(claims.nodePort(web), true);
    assert.equal(claims.nodePort({ ...web, protocol: 'UDP' }), false);
  });

  it('what kubectl sent', () => {
    const claims = sent({ ipFamilies: ['IPv4'] });
    assert.deepEqual(['ipFamilies', 'ipFamilyPolicy'].map(claims.field), [true, false]);
  });

  const notes: readonly [string, Json, boolean][] = [
    ['that port', [web], true],
    [
      'that port among others',
      [null, { port: 81, nodePort: 30_081 }, { ...web, protocol: 'TCP' }],
      true,
    ],
    ['another number', [{ ...web, nodePort: 30_081 }], false],
    ['that number at another port', [{ port: 81, nodePort: 30_080 }], false],
    ['that number at another protocol', [{ ...web, protocol: 'UDP' }], false],
    ['no number', [{ port: 80 }], false],
    ['no list', { 0: web }, false],
  ];
  for (const [title, ports, expected] of notes) {
    it(`a node port, where kubectl sent ${title}: ${expected}`, () => {
      assert.equal(sent({ ports }).nodePort(web), expected);
    });
  }

  it('a port without a number has none that anybody asked for', () => {
    assert.equal(sent({ ports: [{ port: 80 }] }).nodePort({ port: 80 }), false);
  });

  for (const text of ['', '{', 'null', '[]', '{"spec":7}']) {
    it(`nothing, where the note is '${text}'`, () => {
      const claims = sentBy(text);
      assert.deepEqual([claims.field('type'), claims.nodePort(web)], [false, false]);
    });
  }
});
