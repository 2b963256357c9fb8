import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  matchesLabels,
  parseLabelSelector,
} from '../../../../infra/sandbox/kubernetes/selectors/label-selector.ts';
import { ApiError } from '../../../../infra/sandbox/kubernetes/status/api-error.ts';

const labels = { app: 'web', tier: 'front', 'example.com/rank': '5', empty: '' };

const cases: readonly (readonly [string, boolean])[] = [
  ['', true],
  ['app', true],
  ['!app', false],
  ['missing', false],
  ['!missing', true],
  ['app=web', true],
  ['app==web', true],
  ['app = web , tier=front', true],
  ['app!=web', false],
  ['missing!=web', true],
  ['app in (web,api)', true],
  ['app in (api)', false],
  ['missing in (web)', false],
  ['app notin (web)', false],
  ['missing notin (web)', true],
  ['app notin (api),tier in (front, back)', true],
  ['example.com/rank>4', true],
  ['example.com/rank>5', false],
  ['example.com/rank<6', true],
  ['app>4', false],
  ['empty=', true],
  ['app=', false],
  ['empty in (,x)', true],
  ['app=web,!missing,tier', true],
];

for (const [selector, wanted] of cases) {
  test(`the labels are ${wanted ? '' : 'not '}selected by "${selector}"`, () => {
    assert.equal(matchesLabels(parseLabelSelector(selector), labels), wanted);
  });
}

test('no label at all is selected only by what asks for absence', () => {
  assert.equal(matchesLabels(parseLabelSelector('!app'), undefined), true);
  assert.equal(matchesLabels(parseLabelSelector('app'), undefined), false);
});

for (const selector of [
  'app in web',
  'app in (web',
  'app=web=x',
  '=web',
  'app,',
  'app>high',
  '-app',
  'app=-x-',
  '!',
]) {
  test(`a 400 refuses the selector "${selector}"`, () => {
    assert.throws(
      () => parseLabelSelector(selector),
      (error) => error instanceof ApiError && error.code === 400,
    );
  });
}
