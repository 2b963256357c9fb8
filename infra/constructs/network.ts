import { SecurityGroup, Subnet, Vpc } from 'aws-cdk-lib/aws-ec2';
import type { Construct } from 'constructs';
import { acknowledge } from '../nag.ts';
import type { VpcSettings } from '../settings/settings.ts';
import type { Network } from './federation-function.ts';

/** The network of the settings, taken as it is: nothing is looked up, and no rule of its security groups is touched. */
export const importNetwork = (scope: Construct, id: string, vpc: VpcSettings): Network => ({
  vpc: Vpc.fromVpcAttributes(scope, id, {
    vpcId: vpc.id,
    availabilityZones: [...vpc.availabilityZones],
  }),
  vpcSubnets: {
    subnets: vpc.subnetIds.map((subnetId, at) => {
      const subnet = Subnet.fromSubnetAttributes(scope, `${id}Subnet${at + 1}`, {
        subnetId,
        ...zoneOf(vpc, at),
      });
      acknowledge(subnet, {
        id: 'Annotation::@aws-cdk/aws-ec2:noSubnetRouteTableId',
        reason: 'Nothing here adds a route: the subnets are taken as they are',
      });
      return subnet;
    }),
  },
  securityGroups: vpc.securityGroupIds.map((groupId, at) =>
    SecurityGroup.fromSecurityGroupId(scope, `${id}SecurityGroup${at + 1}`, groupId, {
      mutable: false,
    }),
  ),
});

const zoneOf = ({ availabilityZones }: VpcSettings, at: number) => {
  const availabilityZone = availabilityZones[at];
  return availabilityZone === undefined ? {} : { availabilityZone };
};
