import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { clusterSelectorAnnotation } from '../../../lib/core/model/names.ts';
import { parseClusterSelector, selects } from '../../../lib/core/propagation/cluster-selector.ts';
import { placeService } from '../../../lib/core/propagation/placement.ts';
import { observedCluster } from '../../support/builders/cluster.ts';
import { aService } from '../../support/builders/service.ts';
import { readVectors, wanted } from '../../support/read-vectors.ts';

type Labels = { readonly [key: string]: string };

const sendsTo = (text: string | undefined, labels: Labels): boolean | 'error' => {
  const selector = parseClusterSelector(text);
  return selector.kind === 'invalid' ? 'error' : selects(selector.requirements, labels);
};

describe('cluster selector: vectors', () => {
  type Given = { readonly clusterLabels: Labels; readonly annotation: string | null };
  for (const one of readVectors<Given, { send: boolean; error: boolean }>('cluster-selector')) {
    const { annotation, clusterLabels } = one.given;
    const { send, error } = wanted(one);
    it(one.name, () =>
      assert.equal(sendsTo(annotation ?? undefined, clusterLabels), error ? 'error' : send),
    );
  }

  // The file lists every spelling that the original took.
  const { operators } = JSON.parse(
    readFileSync(new URL('../../fixtures/vectors/cluster-selector.json', import.meta.url), 'utf8'),
  ) as { readonly operators: { readonly [operator: string]: readonly string[] } };
  const samples: { readonly [operator: string]: readonly [string[], Labels, Labels] } = {
    Equals: [['1'], { n: '1' }, { n: '2' }],
    NotEquals: [['1'], { n: '2' }, { n: '1' }],
    In: [['1', '2'], { n: '2' }, { n: '3' }],
    NotIn: [['1', '2'], { n: '3' }, { n: '2' }],
    Exists: [[], { n: '' }, {}],
    DoesNotExist: [[], {}, { n: '' }],
    GreaterThan: [['1'], { n: '10' }, { n: 'x' }],
    LessThan: [['10'], { n: '9' }, {}],
  };
  for (const [operator, spellings] of Object.entries(operators)) {
    for (const spelling of spellings) {
      it(`${operator} is spelled ${spelling}`, () => {
        const [values, meets, fails] = samples[operator] ?? assert.fail(operator);
        const text = JSON.stringify([{ key: 'n', operator: spelling, values }]);
        assert.deepEqual([sendsTo(text, meets), sendsTo(text, fails)], [true, false]);
      });
    }
  }
});

describe('cluster selector', () => {
  const faults: readonly [string, string][] = [
    ['empty text', ''],
    ['an object', '{"key":"a","operator":"exists"}'],
    ['a list of texts', '["a=b"]'],
    ['no key', '[{"operator":"exists"}]'],
    ['a key that no label has', '[{"key":"a b","operator":"exists"}]'],
    ['an operator of the language', '[{"key":"a","operator":"toString"}]'],
    ['values with exists', '[{"key":"a","operator":"exists","values":["b"]}]'],
    ['no value for =', '[{"key":"a","operator":"="}]'],
    ['two values for !=', '[{"key":"a","operator":"!=","values":["b","c"]}]'],
    ['a value that no label has', '[{"key":"a","operator":"in","values":["b c"]}]'],
    ['a value that is no text', '[{"key":"a","operator":"in","values":[1]}]'],
    ['words for >', '[{"key":"a","operator":">","values":["many"]}]'],
  ];
  for (const [name, text] of faults) {
    it(`refuses ${name}`, () => assert.equal(sendsTo(text, {}), 'error'));
  }

  it('takes null for no values, a prefixed key and an empty value', () => {
    const text = JSON.stringify([
      { key: 'example.com/tier', operator: 'exists', values: null },
      { key: 'a', operator: '=', values: [''] },
    ]);
    assert.equal(sendsTo(text, { 'example.com/tier': 'x', a: '' }), true);
  });

  it('says which requirement can’t be read, and why', () => {
    const text = '[{"key":"a","operator":"exists"},{"key":"b","operator":"like"}]';
    assert.deepEqual(parseClusterSelector(text), {
      kind: 'invalid',
      message: 'requirement 2: "like" is no operator',
    });
  });
});

describe('placement', () => {
  const clusters = [
    observedCluster('oregon', {}, { labels: { tier: 'test' } }),
    observedCluster('tokyo', {}, { labels: { tier: 'prod' } }),
  ];
  const placed = (annotation: string | undefined) =>
    placeService(
      aService({
        annotations: annotation === undefined ? {} : { [clusterSelectorAnnotation]: annotation },
      }),
      clusters,
    );
  const names = (list: typeof clusters) => list.map(({ cluster }) => cluster.name);

  it('without a selector every cluster is chosen', () => {
    assert.deepEqual(names([...placed(undefined).chosen]), ['oregon', 'tokyo']);
  });

  it('a selector parts the clusters', () => {
    const { chosen, others } = placed('[{"key":"tier","operator":"=","values":["prod"]}]');
    assert.deepEqual([names([...chosen]), names([...others])], [['tokyo'], ['oregon']]);
  });

  it('one that can’t be read leaves all as they are, with a problem that says what to mend', () => {
    const { chosen, others, problem } = placed('prod');
    assert.deepEqual([chosen.length, others.length], [2, 0]);
    assert.deepEqual(problem, {
      condition: 'Propagated',
      reason: 'InvalidSelector',
      message:
        'Cannot read annotation federation.alpha.kubernetes.io/cluster-selector: it is no JSON array of requirements; copies stay as they are until it is mended',
    });
  });
});
