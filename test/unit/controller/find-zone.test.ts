import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadReconcileSettings } from '../../../lib/config/settings.ts';
import { createZoneFinder, rememberZone } from '../../../lib/controller/find-zone.ts';
import { callerReference } from '../../../lib/core/dns/select-zone.ts';
import { ControllerError } from '../../../lib/core/model/failure.ts';
import type { HostedZone, ZoneWish } from '../../../lib/core/model/hosted-zone.ts';
import { createFakeHostedZones } from '../../support/fakes/aws/fake-hosted-zones.ts';
import { createFakeKnownZone } from '../../support/fakes/aws/fake-known-zone.ts';
import { createFakeTelemetry } from '../../support/fakes/aws/fake-telemetry.ts';
import type { Step } from '../../support/gate.ts';
import { isApplicable } from '../../support/not-applicable.ts';
import { readVectors, wanted } from '../../support/read-vectors.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';

type Failures = { readonly [call: string]: Error };

/** A finder over some zones, with failures that may be switched while it lives. */
const setUp = (wish: ZoneWish, standing: readonly HostedZone[]) => {
  const calls: string[] = [];
  const state: { failures: Failures } = { failures: {} };
  const gate = ({ call, phase }: Step): void => {
    if (phase !== 'before') return;
    calls.push(call.replace('hostedZones.', ''));
    const failure = state.failures[call.replace('hostedZones.', '')];
    if (failure) throw failure;
  };
  const zones = createFakeHostedZones({ gate });
  for (const zone of standing) zones.put(zone);
  const clock = createVirtualClock(0);
  const telemetry = createFakeTelemetry();
  const keeping = { fails: false };
  const known = createFakeKnownZone({
    gate: () => {
      if (keeping.fails) throw new ControllerError('transient', 'Cannot keep it: no answer');
    },
  });
  const find = createZoneFinder(wish, { zones, clock, telemetry, known });
  const fail = (failures: Failures): void => {
    state.failures = failures;
  };
  return { find, zones, clock, telemetry, calls, fail, known, keeping };
};

const zone = (id: string, name: string, isPrivate = false): HostedZone => ({ id, name, isPrivate });
const wish = (given: Partial<ZoneWish> = {}): ZoneWish => ({
  suffix: 'fed.example.com',
  create: false,
  federation: 'ufp',
  ...given,
});
const down = new ControllerError('transient', 'Cannot list the hosted zones: no answer');

describe('the hosted zone of the settings', () => {
  const table: readonly [string, Partial<ZoneWish>, readonly HostedZone[], string | RegExp][] = [
    ['by id', { id: 'Z2' }, [zone('Z1', 'example.com'), zone('Z2', 'example.com')], 'Z2'],
    ['by name', { name: 'example.com' }, [zone('Z1', 'example.com'), zone('Z2', 'com')], 'Z1'],
    [
      'by the longest suffix',
      {},
      [zone('Z1', 'com'), zone('Z2', 'example.com'), zone('Z3', 'a.fed.example.com')],
      'Z2',
    ],
    ['on label borders only', {}, [zone('Z1', 'd.example.com'), zone('Z2', 'com')], 'Z2'],
    ['the suffix itself', {}, [zone('Z1', 'fed.example.com'), zone('Z2', 'com')], 'Z1'],
    [
      'public and private twins',
      {},
      [zone('Z1', 'example.com'), zone('Z2', 'example.com', true)],
      /^Cannot choose between hosted zones Z1 \(public\), Z2 \(private\), all named example\.com: set SEAMARK_HOSTED_ZONE_ID$/,
    ],
    [
      'twins by name, told in the order of their ids',
      { name: 'example.com' },
      [zone('Z2', 'example.com', true), zone('Z1', 'example.com'), zone('Z3', 'fed.example.com')],
      /^Cannot choose between hosted zones Z1 \(public\), Z2 \(private\), all named example\.com:/,
    ],
    [
      'one of public and private twins, by its id',
      { id: 'Z2' },
      [zone('Z1', 'example.com'), zone('Z2', 'example.com', true)],
      'Z2',
    ],
    [
      'an id that there is not',
      { id: 'Z9' },
      [zone('Z1', 'example.com')],
      /^Cannot find hosted zone Z9: correct SEAMARK_HOSTED_ZONE_ID or SEAMARK_HOSTED_ZONE_NAME$/,
    ],
    [
      'an id that there is not, even where a zone may be created',
      { id: 'Z9', create: true },
      [],
      /^Cannot find hosted zone Z9/,
    ],
    [
      'an id of another name',
      { id: 'Z1', name: 'other.com' },
      [zone('Z1', 'example.com')],
      /Z1 with the name other\.com/,
    ],
    [
      'a zone that the suffix does not lie in',
      { id: 'Z1' },
      [zone('Z1', 'other.com')],
      /^Cannot use hosted zone Z1: its name other\.com is not what the suffix fed\.example\.com ends in/,
    ],
    ['none, and nobody asked for one (W18)', {}, [], /set SEAMARK_CREATE_ZONE to true$/],
  ];
  for (const [title, given, known, expected] of table) {
    it(title, async () => {
      const { find, zones } = setUp(wish(given), known);
      const view = await find();
      if (typeof expected === 'string')
        assert.equal(view.kind === 'found' && view.zone.id, expected);
      else assert.match(view.kind === 'unknown' ? view.message : view.zone.id, expected);
      assert.equal(zones.all().length, known.length);
    });
  }

  it('W18: is asked for by the same reference each time, as long as references may be', () => {
    assert.equal(callerReference('ufp', 'fed.example.com'), 'seamark/ufp/fed.example.com');
    assert.equal(callerReference('ufp', 'x'.repeat(200)).length, 128);
  });

  it('W18: is created where that is asked for, once, and the log says to delegate it', async () => {
    const { find, zones, telemetry } = setUp(wish({ create: true }), [zone('Z1', 'other.com')]);
    const views = await Promise.all([find(), find()]);
    for (const view of views) assert.deepEqual(view, { kind: 'found', zone: zones.all()[1] });
    assert.deepEqual(zones.all()[1], zone('ZNEW1', 'fed.example.com'));
    assert.match(telemetry.lines()[0]?.message ?? '', /delegate/);
  });

  it('W18: one that another function made in the meantime is found, not made again', async () => {
    const { find, zones } = setUp(wish({ create: true }), []);
    await zones.create('fed.example.com', callerReference('ufp', 'fed.example.com'));
    assert.deepEqual(await find(), { kind: 'found', zone: zone('ZNEW1', 'fed.example.com') });
    assert.equal(zones.all().length, 1);
  });

  it('W20: costs one call for all passes of ten minutes', async () => {
    const { find, calls, clock } = setUp(wish({ id: 'Z1' }), [zone('Z1', 'example.com')]);
    await Promise.all([find(), find(), find()]);
    await clock.advance(599_000);
    await find();
    assert.deepEqual(calls, ['read']);
    await clock.advance(1_000);
    await find();
    assert.deepEqual(calls, ['read', 'read']);
  });

  const faults: readonly [string, Error][] = [
    ['a network error', down],
    ['a refusal', new ControllerError('terminal', 'Cannot list the hosted zones: AccessDenied')],
    ['an error of any other sort', new TypeError('undefined is not a function')],
  ];
  for (const [title, error] of faults) {
    it(`W19: ${title} is an answer, and half a minute later it is asked again`, async () => {
      const { find, calls, clock, fail } = setUp(wish(), [zone('Z1', 'example.com')]);
      fail({ list: error });
      assert.deepEqual(await find(), { kind: 'unknown', message: error.message });
      await clock.advance(29_000);
      await find();
      assert.deepEqual(calls, ['list']);
      fail({});
      await clock.advance(1_000);
      assert.equal((await find()).kind, 'found');
    });
  }

  it('W19: a zone that was found stays found while Route 53 is away', async () => {
    const { find, clock, fail } = setUp(wish(), [zone('Z1', 'example.com')]);
    await find();
    fail({ list: down });
    await clock.advance(600_000);
    assert.equal((await find()).kind, 'found');
  });
});

describe('the settings that name a hosted zone: vectors', () => {
  const topic = 'dns-init-validation';
  type Given = {
    readonly registeredZones: readonly string[];
    readonly zoneName: string;
    readonly zoneId: string;
    readonly federationName: string;
    readonly serviceDnsSuffix: string;
    readonly zoneListFails?: boolean;
    readonly zoneCreateFails?: boolean;
  };
  type Expect = {
    readonly error: boolean;
    readonly zoneCreated?: boolean;
    readonly createdZoneName?: string;
    readonly serviceDnsSuffix?: string;
    readonly selectedZoneId?: string;
    readonly laterEnsureCrashes?: boolean;
  };
  const environment = ({ zoneName, zoneId, federationName, serviceDnsSuffix }: Given) => ({
    SEAMARK_TABLE: 'seamark',
    SEAMARK_SERVICE_QUEUE_URL: 'https://sqs.example.test/services',
    SEAMARK_RESYNC_QUEUE_URL: 'https://sqs.example.test/resync',
    SEAMARK_ZONE_QUEUE_URL: 'https://sqs.example.test/zones',
    SEAMARK_HOST_KUBECONFIG: '/opt/host',
    SEAMARK_CREATE_ZONE: 'true',
    SEAMARK_FEDERATION: federationName,
    ...(zoneId === '' ? {} : { SEAMARK_HOSTED_ZONE_ID: zoneId }),
    ...(zoneName === '' ? {} : { SEAMARK_HOSTED_ZONE_NAME: zoneName }),
    ...(serviceDnsSuffix === '' ? {} : { SEAMARK_DNS_SUFFIX: serviceDnsSuffix }),
  });
  const start = async (given: Given) => {
    const settings = loadReconcileSettings(environment(given));
    const known = given.registeredZones.map((name, index) => zone(String(index), name));
    const rig = setUp(settings.zone, known);
    rig.fail({
      ...(given.zoneListFails ? { list: down, read: down } : {}),
      ...(given.zoneCreateFails ? { create: down } : {}),
    });
    const view = await rig.find();
    if (view.kind === 'unknown') throw new Error(view.message);
    return { ...rig, view, suffix: settings.plan.dns.suffix };
  };
  for (const one of readVectors<Given, Expect>(topic)) {
    if (!isApplicable(topic, one.name)) continue;
    it(one.name, async () => {
      const expected = wanted(one);
      if (expected.error) {
        await assert.rejects(start(one.given), /^Error: Cannot /);
        return;
      }
      const { view, zones, find, suffix } = await start(one.given);
      const created = zones.all().length - one.given.registeredZones.length;
      if (expected.zoneCreated !== undefined) assert.equal(created === 1, expected.zoneCreated);
      if (expected.createdZoneName) assert.equal(view.zone.name, expected.createdZoneName);
      if (expected.serviceDnsSuffix) assert.equal(suffix, expected.serviceDnsSuffix);
      if (expected.selectedZoneId) assert.equal(view.zone.id, expected.selectedZoneId);
      assert.deepEqual(await find(), view);
    });
  }
});

describe('what is kept of the hosted zone for those who do not ask Route 53', () => {
  const found = zone('Z1', 'example.com');

  it('is what was found, or why nothing was', async () => {
    const { find, known, zones, clock } = setUp(wish(), []);
    assert.equal(await known.read(), undefined);
    await find();
    assert.equal((await known.read())?.kind, 'unknown');
    zones.put(found);
    await clock.advance(60_000);
    await find();
    assert.deepEqual(await known.read(), { kind: 'found', zone: found });
  });

  it('stays as it was while Route 53 can not be asked', async () => {
    const { find, known, clock, fail } = setUp(wish(), [found]);
    await find();
    fail({ list: down });
    await clock.advance(3_600_000);
    await find();
    assert.deepEqual(await known.read(), { kind: 'found', zone: found });
  });

  it('holds up nobody where it can not be kept, and is told', async () => {
    const { find, keeping, telemetry } = setUp(wish(), [found]);
    keeping.fails = true;
    assert.deepEqual(await find(), { kind: 'found', zone: found });
    assert.deepEqual(
      telemetry.lines().map(({ level, message }) => [level, message]),
      [['warn', 'The hosted zone could not be kept for the resync']],
    );
  });

  it('counts only as far as the settings still ask for it', async () => {
    const { find, known } = setUp(wish(), [found]);
    const remembered = (given: Partial<ZoneWish>) => rememberZone(wish(given), known)();
    assert.equal(await remembered({}), undefined);
    await find();
    assert.deepEqual(await remembered({}), { kind: 'found', zone: found });
    assert.deepEqual(await remembered({ id: 'Z1' }), { kind: 'found', zone: found });
    assert.equal(await remembered({ id: 'Z2' }), undefined);
    assert.equal(await remembered({ suffix: 'example.org' }), undefined);
    await known.write({ kind: 'unknown', message: 'no zone' });
    assert.deepEqual(await remembered({}), { kind: 'unknown', message: 'no zone' });
  });
});
