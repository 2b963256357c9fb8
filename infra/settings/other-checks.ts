import { type Check, where } from './check.ts';

/** What holds between settings that have no part in clusters, zone or webhook. */
export const otherChecks: readonly Check[] = [
  {
    sound: ['health.withdrawFailures', 'health.withdrawLooks'],
    faults: ({ health }) =>
      where([
        health.withdrawFailures > health.withdrawLooks,
        'health.withdrawFailures',
        'is more than health.withdrawLooks, so nothing would ever be withdrawn',
      ]),
  },
  {
    open: ['vpc.subnetIds', 'vpc.availabilityZones'],
    faults: ({ vpc }) =>
      where([
        vpc !== undefined && vpc.subnetIds.length !== vpc.availabilityZones.length,
        'vpc.availabilityZones',
        'has not as many entries as vpc.subnetIds: name the zone of each subnet',
      ]),
  },
  {
    open: ['vpc.availabilityZones'],
    sound: ['region'],
    faults: ({ vpc, region }, { sound }) =>
      where([
        vpc?.availabilityZones.some(
          (zone, index) => sound(`vpc.availabilityZones[${index}]`) && !zone.startsWith(region),
        ) ?? false,
        'vpc.availabilityZones',
        'has one that is not of region',
      ]),
  },
  {
    open: ['alarms'],
    faults: ({ alarms }) =>
      where([
        alarms.topicArn !== undefined && alarms.email !== undefined,
        'alarms.email',
        'is of no use beside alarms.topicArn: subscribe the address to that topic',
      ]),
  },
  {
    sound: ['alarms.topicArn', 'region'],
    faults: ({ alarms, region }) =>
      where([
        alarms.topicArn !== undefined && alarms.topicArn.split(':')[3] !== region,
        'alarms.topicArn',
        "is of another region than the stack's, whose alarms do not reach it",
      ]),
  },
];
