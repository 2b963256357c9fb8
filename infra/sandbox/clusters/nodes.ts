import type { Member, Topology } from '../topology.ts';

/** A node that a member pretends to have: one in each of its zones. */
export type SandboxNode = {
  readonly name: string;
  readonly zone: string;
  readonly region: string;
  /** The node's own address. */
  readonly address: string;
  /** The first three numbers of its pods' addresses. */
  readonly podPrefix: string;
};

/** The nodes of a member; their address ranges differ from member to member. */
export const nodesOf = (topology: Topology, member: Member): readonly SandboxNode[] => {
  const place = topology.members.indexOf(member);
  return member.zones.map((zone, index) => ({
    name: `${member.name}-node-${index + 1}`,
    zone,
    region: member.region,
    address: `10.${32 + place}.0.${index + 11}`,
    podPrefix: `10.${64 + place}.${index + 1}`,
  }));
};
