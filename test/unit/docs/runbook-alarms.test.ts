import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { alarmsOf } from '../../../infra/cost/monthly-cost.ts';
import { otherSettings } from '../../infra/stack/some-settings.ts';
import { ofType, synthesise } from '../../infra/stack/synthesise.ts';

const runbook = await readFile(new URL('../../../docs/runbook.md', import.meta.url), 'utf8');
const alarms = ofType(synthesise(otherSettings()), 'AWS::CloudWatch::Alarm');

describe('docs/runbook.md and the alarms of the stack', () => {
  it('have the same entries', () => {
    const rung = alarms.map(
      ({ properties }) => /#([a-z0-9]+)$/.exec(String(properties['AlarmDescription']))?.[1],
    );
    const headings = [...runbook.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading ?? '');
    const others = ['Tools', 'Questions at night', 'Dead letters', 'Log lines', 'Metrics'];
    assert.deepEqual(
      headings
        .filter((heading) => !others.includes(heading))
        .map((heading) => heading.toLowerCase())
        .sort(),
      [...new Set(rung)].sort(),
    );
  });

  it('each entry is in the list at the top and says what it means', () => {
    for (const [, heading = '', body = ''] of runbook.matchAll(
      /^## ([A-Z]\w+)\n([\s\S]*?)(?=\n## |$(?![\s\S]))/gm,
    )) {
      if (!/^\*\*Means\.\*\* /m.test(body)) continue;
      assert.ok(runbook.includes(`[${heading}](#${heading.toLowerCase()})`), heading);
    }
    assert.equal(
      [...runbook.matchAll(/^\*\*Means\.\*\* /gm)].length,
      new Set(alarms.map(({ properties }) => String(properties['AlarmDescription']).split('#')[1]))
        .size,
    );
  });
});

describe('docs/cost.md', () => {
  it('counts the alarms of a stack with all six functions', () => {
    const sources = alarms.filter(({ properties }) =>
      String(properties['AlarmName']).includes('-AuditSilent-'),
    );
    assert.equal(alarms.length, alarmsOf({ clusters: sources.length }));
  });
});
