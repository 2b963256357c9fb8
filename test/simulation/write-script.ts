import { type Chance, chanceOf, pick, whole } from './chance.ts';
import {
  type Deed,
  type Doing,
  type FaultWindow,
  type Place,
  type Script,
  timetable,
} from './script.ts';

/** The script of a seed. */
export const writeScript = (seed: number): Script => {
  const chance = chanceOf(seed, 'script');
  const big = chance() < 0.05;
  const services = names('web', whole(chance, 1, big ? 12 : 4));
  const clusters = names('member', whole(chance, 1, big ? 8 : 4));
  const places = Object.fromEntries(clusters.map((cluster, at) => [cluster, placeOf(chance, at)]));
  const world = { services, clusters, places };
  const deeds = [
    ...clusters.map((cluster) => joining(cluster, places, whole(chance, 0, 60_000))),
    ...services.map((service): Deed => ({ do: 'create', service, at: whole(chance, 0, 600_000) })),
    ...Array.from({ length: whole(chance, 10, big ? 90 : 50) }, () => deed(chance, world)),
  ];
  return {
    seed,
    offlinePolicy: chance() < 0.5 ? 'preserve' : 'withdraw',
    leaving: chance() < 0.5 ? 'keep' : 'remove',
    resyncEveryMs: pick(chance, [5, 10, 10, 15]) * 60_000,
    lookEveryMs: pick(chance, [1, 3, 5, 5]) * 60_000,
    places,
    services,
    deeds: deeds.sort((left, right) => left.at - right.at),
    windows: Array.from({ length: whole(chance, 2, 16) }, () => faultWindow(chance)),
    driftPolicy: chance() < 0.5 ? 'report' : 'repair',
  };
};

type World = {
  readonly services: readonly string[];
  readonly clusters: readonly string[];
  readonly places: Script['places'];
};

const names = (word: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${word}-${at + 1}`);

const regions = ['eu-west-1', 'us-east-1', 'ap-south-1'];

const placeOf = (chance: Chance, at: number): Place => {
  const region = pick(chance, regions);
  return { region, zone: `${region}${'abcdefgh'[at % 8]}` };
};

const joining = (cluster: string, places: Script['places'], at: number): Doing<'join'> => {
  const place = places[cluster];
  if (place === undefined) throw new Error(`Cannot join ${cluster}: it stands nowhere`);
  return { do: 'join', cluster, place, at };
};

const deed = (chance: Chance, world: World): Deed => {
  const service = pick(chance, world.services);
  const cluster = pick(chance, world.clusters);
  const at = whole(chance, 60_000, timetable.troublesEnd - 1);
  const forMs = whole(chance, 10_000, Math.min(2_700_000, timetable.troublesEnd - at + 10_000));
  const draw = chance();
  if (draw < 0.34) return flapping(chance, { at, service, cluster });
  if (draw < 0.58) return editing(chance, { at, service });
  if (draw < 0.66) return { do: 'move-address', service, cluster, at };
  if (draw < 0.76) return breaking(chance, { at, cluster, forMs });
  if (draw < 0.82) return fleet(chance, world, { at, cluster });
  if (draw < 0.88) return meddlingWithRecords(chance, { service, forMs, at });
  const kinds = ['edit-copy', 'delete-copy', 'put-namesake', 'drop-namesake'] as const;
  return { do: pick(chance, kinds), service, cluster, at };
};

const meddlingWithRecords = (
  chance: Chance,
  { forMs, ...where }: { readonly at: number; readonly service: string; readonly forMs: number },
): Deed => {
  const kind = pick(chance, ['squat', 'tamper', 'wipe'] as const);
  return kind === 'wipe' ? { do: kind, ...where } : { do: kind, forMs, ...where };
};

const flapping = (
  chance: Chance,
  where: { readonly at: number; readonly service: string; readonly cluster: string },
): Deed => ({ do: 'set-endpoints', ready: chance() < 0.5 ? 0 : whole(chance, 1, 5), ...where });

const editing = (
  chance: Chance,
  where: { readonly at: number; readonly service: string },
): Deed => {
  const draw = chance();
  if (draw < 0.3) return { do: 'create', ...where };
  if (draw < 0.5) return { do: 'delete', ...where };
  if (draw < 0.6) return { do: 'unlabel', ...where };
  if (draw < 0.7) return { do: 'label', ...where };
  if (draw < 0.85) return { do: 'set-port', port: whole(chance, 80, 90), ...where };
  const type = pick(chance, ['LoadBalancer', 'LoadBalancer', 'ClusterIP', 'NodePort']);
  return { do: 'set-type', type, ...where };
};

const breaking = (
  chance: Chance,
  where: { readonly at: number; readonly cluster: string; readonly forMs: number },
): Deed => {
  if (chance() < 0.3) return { do: 'hang', ...where };
  return { do: 'go-dark', dataPlane: chance() < 0.5 ? 'open' : 'closed', ...where };
};

const fleet = (
  chance: Chance,
  { places }: World,
  where: { readonly at: number; readonly cluster: string },
): Deed => {
  const back = joining(where.cluster, places, where.at);
  return chance() < 0.6 ? back : { do: 'leave', ...where };
};

const kinds = [
  'kill',
  'late-effect',
  'error',
  'lost-answer',
  'throttle',
  'slow',
  'refuse-batch',
  'lose-message',
  'duplicate-message',
  'late-message',
  'lose-audit',
] as const;

const targets = [
  '',
  '',
  'workRows.',
  'serviceLedger.',
  'zoneLedger.',
  'recordStore.',
  'rateShare.',
  'driftLedger.',
  'sweepProgress.',
  'wakeQueue.',
  'memberClusters.',
  'federatedServices.',
  'clusterRegistry.',
  'clusterProbe.',
];

const faultWindow = (chance: Chance): FaultWindow => {
  const from = whole(chance, 0, timetable.troublesEnd - 60_000);
  const lasts = chance() < 0.2 ? timetable.troublesEnd : whole(chance, 10_000, 3_600_000);
  const until = Math.min(timetable.troublesEnd, from + lasts);
  const share = [0.005, 0.02, 0.1, 0.4][whole(chance, 0, 3)] ?? 0.02;
  const fault = pick(chance, kinds);
  const isOfQueue = /message|audit/.test(fault);
  return { fault, target: isOfQueue ? '' : pick(chance, targets), from, until, share };
};
