import { type Check, where } from './check.ts';
import type { SettingsFile } from './settings-file.ts';

/** The zone is either there or made, and names lie under it. */
export const zoneChecks: readonly Check[] = [
  {
    sound: ['zone.create'],
    faults: ({ zone }, { sound }) =>
      zone.create ? created(zone) : existing(zone, sound('zone.name')),
  },
  { sound: ['zone.name', 'suffix'], faults: ({ zone, suffix }) => under(zone, suffix) },
];

type Zone = SettingsFile['zone'];

const created = ({ id, name, roleArn }: Zone) =>
  where(
    [name === undefined, 'zone.name', 'is missing: what is the zone to be called?'],
    [id !== undefined, 'zone.id', 'is that of a zone that is there: leave it or create out'],
    [
      roleArn !== undefined,
      'zone.roleArn',
      "has no use: a zone that the stack makes is of the stack's own account",
    ],
  );

const existing = ({ id, name }: Zone, nameIsSound: boolean) => {
  const known = nameIsSound && name !== undefined ? name : 'example.com';
  const find = `aws route53 list-hosted-zones-by-name --dns-name ${known}`;
  const ways = `the id that \`${find}\` tells`;
  return where(
    [
      id === undefined && name !== undefined,
      'zone.id',
      `is missing: add ${ways}, or "create": true for a new zone`,
    ],
    [
      id === undefined && name === undefined,
      'zone.id',
      `is missing: add ${ways}, or name and "create": true for a new zone`,
    ],
  );
};

const under = ({ name }: Zone, suffix: string | undefined) =>
  where(
    [
      name === undefined && suffix === undefined,
      'suffix',
      'is missing, and there is no zone.name to take its place',
    ],
    [
      name !== undefined && suffix !== undefined && !`.${suffix}`.endsWith(`.${name}`),
      'suffix',
      'is not the name of the zone, nor does it end in it',
    ],
  );
