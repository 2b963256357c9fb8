import { globalName } from '../../../lib/core/dns/service-names.ts';
import type { StoredRecordSet } from '../../../lib/core/model/record-set.ts';
import { aService } from '../../support/builders/service.ts';
import { type Earth, isOurs, keyOf, zoneId } from '../earth.ts';
import type { Doing } from '../script.ts';
import { later, type Stage, written } from './stage.ts';

/** Changes or deletes a copy, or makes or deletes a namesake that Seamark did not make. */
export const meddle = (
  deed: Doing<'edit-copy' | 'delete-copy' | 'put-namesake' | 'drop-namesake'>,
  { earth, hear, cloudLooks }: Stage,
): void => {
  const member = earth.kubernetes.world.member(deed.cluster);
  const key = keyOf(deed.service);
  const found = member.get(key);
  if (deed.do === 'put-namesake') {
    if (found !== undefined) return;
    member.put({ key, spec: aService().spec });
    cloudLooks(deed.cluster, deed.service);
  } else if (found === undefined || isOurs(found) === (deed.do === 'drop-namesake')) {
    return;
  } else if (deed.do === 'edit-copy') {
    member.edit(key, (now) => ({ ...now, spec: { ...now.spec, selector: { app: 'other' } } }));
  } else {
    member.remove(key);
  }
  hear(deed.cluster, written('services', deed.service));
};

/** Writes a record at a name of ours where nothing stands, and removes it after a while. */
export const squat = (deed: Doing<'squat'>, stage: Stage): void => {
  const { earth } = stage;
  const name = nameOf(earth, deed.service);
  if (earth.records.sets(zoneId).some((set) => set.name === name)) return;
  const end = put(earth, { name, type: 'A', ttlSeconds: 300, values: ['203.0.113.99'] });
  later(stage, deed.forMs, () => end());
};

/** Changes a record of ours, and after a while puts it back, if anybody still wants it. */
export const tamper = (deed: Doing<'tamper'>, stage: Stage): void => {
  const { earth } = stage;
  const name = nameOf(earth, deed.service);
  const ours = earth.records.sets(zoneId).find((set) => set.name === name && set.type === 'A');
  if (ours === undefined || earth.strangers.has(`${name} A`)) return;
  const end = put(earth, { ...ours, values: ['203.0.113.66'] });
  later(stage, deed.forMs, () => {
    const wanted = earth.ledger.entries().flatMap(({ desired }) => desired);
    end(wanted.some((set) => set.name === name) ? ours : undefined);
  });
};

/** Deletes a record of ours, and nobody is told. */
export const wipe = ({ service }: Doing<'wipe'>, { earth }: Stage): void => {
  const name = nameOf(earth, service);
  if (!earth.strangers.has(`${name} A`)) earth.records.remove(zoneId, name, 'A');
};

const put = (earth: Earth, set: StoredRecordSet): ((instead?: StoredRecordSet) => void) => {
  const place = `${set.name} ${set.type}`;
  earth.records.put(zoneId, set);
  earth.strangers.set(place, set);
  return (instead) => {
    // Seamark may have put its own record right meanwhile.
    if (earth.strangers.get(place) !== set) return;
    earth.strangers.delete(place);
    if (instead === undefined) earth.records.remove(zoneId, set.name, set.type);
    else earth.records.put(zoneId, instead);
  };
};

const nameOf = ({ settings }: Earth, service: string): string =>
  globalName(keyOf(service), { federation: settings.federation, suffix: settings.dns.suffix });
