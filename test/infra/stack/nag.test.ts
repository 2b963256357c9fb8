import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type App, Validations } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks, type NagPack, ServerlessChecks } from 'cdk-nag';
import { checkWithNag } from '../../../infra/nag.ts';
import type { FederationSettings } from '../../../infra/settings/settings.ts';
import { otherSettings, someSettings } from './some-settings.ts';
import { construct } from './synthesise.ts';

/** Settings that together make every resource that a stack can have. */
const variants: { readonly [what: string]: FederationSettings } = {
  'self-managed clusters': someSettings(),
  'EKS clusters in a network': otherSettings(),
  'a zone of its own': someSettings({ zone: { kind: 'created', name: 'fed.example.org' } }),
};

type Found = { readonly id: string; readonly path: string };
type Acknowledged = Found & { readonly reason: string };

/** What the packs find, acknowledged or not. */
const findingsIn = (app: App): readonly Found[] =>
  [new AwsSolutionsChecks(app), new ServerlessChecks(app)].flatMap((pack) =>
    blind(pack)
      .validateScope(app)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => ({
          id: ruleName,
          path: String(constructPath),
        })),
      ),
  );

/** A pack that sees no acknowledgement. */
const blind = (pack: NagPack): NagPack => Object.assign(pack, { isAcknowledged: () => false });

const acknowledgedIn = (app: App): readonly Acknowledged[] =>
  app.node.findAll().flatMap(({ node }) =>
    node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) =>
        Object.entries<string>(data).map(([id, reason]) => ({
          id: id.replace(/^Annotation::/, ''),
          path: node.path,
          reason,
        })),
      ),
  );

const isAt = (acknowledged: Acknowledged, { id, path }: Found): boolean =>
  acknowledged.id === id && `${path}/`.startsWith(`${acknowledged.path}/`);

/** Synthesises with all checks and returns what they warn of; undefined if of nothing. Throws where they find errors. */
const complaints = (app: App): string | undefined => {
  checkWithNag(app);
  const { directory } = app.synth();
  const report = JSON.parse(readFileSync(join(directory, 'validation-report.json'), 'utf8'));
  const broken = report.pluginReports.filter(
    ({ violations }: { readonly violations: readonly object[] }) => violations.length > 0,
  );
  return broken.length === 0 ? undefined : JSON.stringify(broken, null, 1);
};

for (const [what, settings] of Object.entries(variants)) {
  describe(`the stack of ${what}`, () => {
    it('leaves the packs of cdk-nag and the rules of CloudFormation nothing to say', () => {
      const { app } = construct(settings, { builtinCloudFormationValidation: true });
      assert.equal(complaints(app), undefined);
    });

    it('acknowledges what is found, each by itself and with its reason, and nothing else', () => {
      const { app } = construct(settings, { builtinCloudFormationValidation: false });
      const findings = findingsIn(app);
      const rules = acknowledgedIn(app).filter(({ id }) => !id.startsWith('@aws-cdk/'));
      assert.ok(findings.length > 10);
      for (const found of findings) {
        const count = rules.filter((rule) => isAt(rule, found)).length;
        assert.equal(count, 1, `${found.id} at ${found.path} is acknowledged ${count} times`);
      }
      for (const rule of rules) {
        const count = findings.filter((found) => isAt(rule, found)).length;
        assert.equal(count, 1, `${rule.id} at ${rule.path} stands for ${count} findings`);
        assert.ok(rule.reason.length > 20, rule.reason);
      }
    });
  });
}

describe('a finding that nobody acknowledged', () => {
  it('fails the synthesis', () => {
    const { app, stack } = construct(someSettings(), { builtinCloudFormationValidation: false });
    new Queue(stack, 'Bare');
    assert.throws(() => complaints(app), /Validation failed/);
  });
});
