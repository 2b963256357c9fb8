import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { otherSettings, someSettings } from './some-settings.ts';
import { construct, synthesise } from './synthesise.ts';

const withoutChecks = { builtinCloudFormationValidation: false };

describe('the stack', () => {
  it('stands in the account and region of the settings, under the name of the federation', () => {
    const { stack } = construct(someSettings({ federation: 'shop' }), withoutChecks);
    assert.equal(stack.stackName, 'seamark-shop');
    assert.equal(stack.account, '444455556666');
    assert.equal(stack.region, 'eu-west-1');
    assert.deepEqual(stack.tags.tagValues(), { 'seamark:federation': 'shop' });
  });

  it('is protected from deletion as its table is', () => {
    const isProtected = (removalPolicy: 'retain' | 'destroy'): boolean | undefined =>
      construct(someSettings({ removalPolicy }), withoutChecks).stack.terminationProtection;
    assert.equal(isProtected('retain'), true);
    assert.equal(isProtected('destroy'), false);
  });

  it('looks nothing up in an account', () => {
    const { app } = construct(otherSettings(), withoutChecks);
    assert.equal(app.synth().manifest.missing, undefined);
  });

  it('is the same template whenever it is made of the same settings', () => {
    assert.deepEqual(synthesise(otherSettings()), synthesise(otherSettings()));
  });

  it('keeps nothing but its table, its logs and a hosted zone when it goes', () => {
    const kept = (removalPolicy: 'retain' | 'destroy'): readonly string[] => [
      ...new Set(
        synthesise(
          someSettings({ zone: { kind: 'created', name: 'fed.example.org' }, removalPolicy }),
        )
          .resources.filter(({ attributes }) => attributes['DeletionPolicy'] === 'Retain')
          .map(({ type }) => type),
      ),
    ];
    assert.deepEqual([...kept('retain')].sort(), [
      'AWS::DynamoDB::GlobalTable',
      'AWS::Logs::LogGroup',
      'AWS::Route53::HostedZone',
    ]);
    assert.deepEqual(kept('destroy'), ['AWS::Route53::HostedZone']);
  });
});
