import { CfnOutput } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { clusterRoleSteps, letInSteps, roleSteps } from './access-steps.ts';
import type { AuditWebhook } from './audit-webhook.ts';
import type { Entry } from './cluster-access.ts';
import type { GivenRole } from './given-role.ts';
import { type JoinSettings, joinSteps } from './join-steps.ts';
import type { Step } from './step.ts';

export type NextStepsProps = {
  readonly settings: JoinSettings;
  /** Of a zone made here. */
  readonly nameServers: string | undefined;
  /** Of the zone's account, where it is another. */
  readonly zoneRole: GivenRole | undefined;
  /** Of clusters that have one. */
  readonly clusterRoles: readonly GivenRole[];
  readonly missingEntries: readonly Entry[];
  readonly webhook: AuditWebhook | undefined;
};

/**
 * What is left to do once the stack stands, one output a step: what for in its description, the command or the text in its value.
 * Outputs are listed by name, so that the steps are numbered.
 */
export class NextSteps extends Construct {
  constructor(scope: Construct, id: string, props: NextStepsProps) {
    super(scope, id);
    const { settings, zoneRole, webhook } = props;
    const steps = [
      ...delegationSteps(props.nameServers),
      ...(zoneRole === undefined ? [] : roleSteps(this, 'ZoneRole', zoneRole)),
      ...clusterRoleSteps(this, props.clusterRoles),
      ...manifestSteps(settings),
      ...letInSteps(props.missingEntries),
      ...joinSteps(settings),
      ...(webhook === undefined ? [] : webhookSteps(webhook, settings)),
    ];
    for (const [index, { name, what, how }] of steps.entries()) {
      const key = `Step${String(index + 1).padStart(2, '0')}${name}`;
      // The output's name is its logical id, which would carry the path of this construct in front.
      new CfnOutput(this, key, { description: what, value: how }).overrideLogicalId(key);
    }
  }
}

const delegationSteps = (nameServers: string | undefined): readonly Step[] =>
  nameServers === undefined
    ? []
    : [
        {
          name: 'Delegate',
          what: 'Have the parent zone delegate the new zone to these name servers',
          how: nameServers,
        },
      ];

const manifestSteps = ({ hostCluster, secretNamespace }: JoinSettings): readonly Step[] => {
  const parts = hostCluster === undefined ? '--host' : '--host --member';
  return [
    {
      name: 'Host',
      what: 'Give the host its type and Seamark its rights there',
      how: `npx seamark manifests ${parts} --namespace ${secretNamespace} | kubectl --context HOST apply -f -`,
    },
    {
      name: 'Members',
      what: 'Give Seamark its rights in each member',
      how: 'npx seamark manifests --member | kubectl --context MEMBER apply -f -',
    },
  ];
};

const webhookSteps = (
  { url, domainTarget }: AuditWebhook,
  { secretNamespace }: JoinSettings,
): readonly Step[] => {
  const post: Step = {
    name: 'Webhook',
    what: 'Have each self-managed cluster post its audit events',
    how: `npx seamark audit-config --cluster NAME --url ${url}${domainTarget === undefined ? '' : ' --mtls'} --namespace ${secretNamespace}`,
  };
  if (domainTarget === undefined) return [post];
  const what = "Make the webhook's name a CNAME of this, or an alias";
  return [{ name: 'WebhookName', what, how: domainTarget }, post];
};
