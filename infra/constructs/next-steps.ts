import { CfnOutput, Stack } from 'aws-cdk-lib';
import { PolicyDocument } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { FederationSettings } from '../settings/settings.ts';
import type { AuditWebhook } from './audit-webhook.ts';
import { type Entry, kubernetesName } from './cluster-access.ts';
import type { GivenRole } from './given-role.ts';

export type NextStepsProps = {
  readonly settings: Pick<FederationSettings, 'hostCluster' | 'secretNamespace'>;
  /** Of a zone made here. */
  readonly nameServers: string | undefined;
  /** Of the zone's account, where it is another. */
  readonly zoneRole: GivenRole | undefined;
  /** Of clusters that have one. */
  readonly clusterRoles: readonly GivenRole[];
  readonly missingEntries: readonly Entry[];
  readonly webhook: AuditWebhook | undefined;
};

type Step = { readonly what: string; readonly how: string };

/**
 * What is left to do once the stack stands, one output a step: what for in its description, the command or the text in its value.
 * Outputs are listed by name, so that the steps are numbered.
 */
export class NextSteps extends Construct {
  #count = 0;

  constructor(scope: Construct, id: string, props: NextStepsProps) {
    super(scope, id);
    if (props.nameServers !== undefined) {
      this.#add('Delegate', {
        what: 'Have the parent zone delegate the new zone to these name servers',
        how: props.nameServers,
      });
    }
    for (const role of props.zoneRole === undefined ? [] : [props.zoneRole]) {
      this.#addRole('ZoneRole', role);
    }
    for (const role of props.clusterRoles) this.#addRole('ClusterRole', role);
    this.#addManifests(props.settings);
    for (const entry of props.missingEntries) this.#add('LetIn', letIn(entry));
    this.#add('Join', { what: 'Register each member at the host', how: 'npx seamark join --help' });
    if (props.webhook !== undefined) this.#addWebhook(props.webhook, props.settings);
  }

  #addRole(name: string, { roleArn, callers, statements }: GivenRole): void {
    this.#add(`${name}Trust`, {
      what: `Have ${roleArn} trust these roles`,
      how: callers.join(' '),
    });
    this.#add(`${name}Policy`, {
      what: `Attach this policy to ${roleArn}`,
      how: Stack.of(this).toJsonString(
        new PolicyDocument({ statements: [...statements] }).toJSON(),
      ),
    });
  }

  #addManifests({ hostCluster, secretNamespace }: NextStepsProps['settings']): void {
    const parts = hostCluster === undefined ? '--host' : '--host --member';
    this.#add('Host', {
      what: 'Give the host its type and Seamark its rights there',
      how: `npx seamark manifests ${parts} --namespace ${secretNamespace} | kubectl --context HOST apply -f -`,
    });
    this.#add('Members', {
      what: 'Give Seamark its rights in each member',
      how: 'npx seamark manifests --member | kubectl --context MEMBER apply -f -',
    });
  }

  #addWebhook(
    { url, domainTarget }: AuditWebhook,
    { secretNamespace }: NextStepsProps['settings'],
  ): void {
    if (domainTarget !== undefined) {
      this.#add('WebhookName', {
        what: "Make the webhook's name a CNAME of this, or an alias",
        how: domainTarget,
      });
    }
    const certificate = domainTarget === undefined ? '' : ' --mtls';
    this.#add('Webhook', {
      what: 'Have each self-managed cluster post its audit events',
      how: `npx seamark audit-config --cluster NAME --url ${url}${certificate} --namespace ${secretNamespace}`,
    });
  }

  #add(name: string, { what, how }: Step): void {
    this.#count += 1;
    const key = `Step${String(this.#count).padStart(2, '0')}${name}`;
    // The output's name is its logical id, which would carry the path of this construct in front.
    new CfnOutput(this, key, { description: what, value: how }).overrideLogicalId(key);
  }
}

const letIn = ({ cluster, principalArn }: Entry): Step => ({
  what: `Let Seamark into EKS cluster ${cluster.name}, in account ${cluster.account}`,
  how: [
    'aws eks create-access-entry',
    `--cluster-name ${cluster.name} --region ${cluster.region}`,
    `--principal-arn ${principalArn} --type STANDARD`,
    `--username ${kubernetesName} --kubernetes-groups ${kubernetesName}`,
  ].join(' '),
});
