import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatServiceKey, parseServiceKey } from '../../../../lib/core/model/service-key.ts';
import {
  fleetWork,
  formatWorkKey,
  namespaceWork,
  parseWorkKey,
  resyncWork,
  serviceWork,
  sweepWork,
  type WorkKey,
  zoneWork,
} from '../../../../lib/core/model/work-key.ts';

const web = { namespace: 'shop', name: 'web' };

describe('work keys as text', () => {
  const table: readonly [string, WorkKey][] = [
    ['service/shop/web', serviceWork(web)],
    ['namespace/shop', namespaceWork('shop')],
    ['fleet', fleetWork],
    ['resync', resyncWork],
    ['zone/Z1', zoneWork('Z1')],
    ['sweep/Z1', sweepWork('Z1')],
  ];
  for (const [text, key] of table) {
    it(text, () => {
      assert.equal(formatWorkKey(key), text);
      assert.deepEqual(parseWorkKey(text), key);
    });
  }

  const others = [
    '',
    'fleet/',
    'fleet/all',
    'service',
    'service/',
    'service/shop',
    'service/shop/',
    'service//web',
    'service/shop/web/more',
    'namespace/',
    'namespace/shop/web',
    'zone/',
    'sweep/',
    'zone/Z1/more',
    'cluster/tokyo',
    '/Z1',
  ];
  for (const text of others) {
    it(`'${text}' names nothing`, () => assert.equal(parseWorkKey(text), undefined));
  }
});

describe('Service keys as text', () => {
  it('are read as they are written', () => {
    assert.equal(formatServiceKey(web), 'shop/web');
    assert.deepEqual(parseServiceKey('shop/web'), web);
  });

  for (const text of ['', 'web', '/', '/web', 'shop/', 'shop/web/', 'shop/web/more']) {
    it(`'${text}' is none`, () => assert.equal(parseServiceKey(text), undefined));
  }
});
