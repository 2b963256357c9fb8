import { CfnOutput, Stack } from 'aws-cdk-lib';
import { PolicyDocument, type PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { AuditWebhook } from './audit-webhook.ts';
import { type Entry, kubernetesName } from './cluster-access.ts';

export type NextStepsProps = {
  /** Of a zone made here. */
  readonly nameServers: string | undefined;
  /** The role in the zone's account, where there is one. */
  readonly zoneRole: ZoneRole | undefined;
  readonly missingEntries: readonly Entry[];
  readonly webhook: AuditWebhook | undefined;
};

/** A role in another account: what it must allow, and who must be able to assume it. */
export type ZoneRole = {
  readonly roleArn: string;
  readonly statements: readonly PolicyStatement[];
  readonly callers: readonly string[];
};

/** What is left to do once the stack stands, one output a step. Outputs are listed by name, so that the steps are numbered. */
export class NextSteps extends Construct {
  #count = 0;

  constructor(scope: Construct, id: string, props: NextStepsProps) {
    super(scope, id);
    if (props.nameServers !== undefined) {
      this.#step('Delegate', {
        what: 'Have the parent zone delegate the new zone to these name servers',
        how: props.nameServers,
      });
    }
    if (props.zoneRole !== undefined) this.#addZoneRole(props.zoneRole);
    this.#step('Manifests', {
      what: 'Give the host its type and both host and members the rights of Seamark',
      how: 'npx seamark manifests',
    });
    for (const entry of props.missingEntries) {
      const { cluster, as } = entry;
      this.#step(`LetIn${pascal(cluster.name)}${pascal(as)}`, {
        what: `Let Seamark into EKS cluster ${cluster.name} of account ${cluster.account}`,
        how: letIn(entry),
      });
    }
    this.#step('Join', { what: 'Register each member', how: 'npx seamark join' });
    if (props.webhook !== undefined) this.#addWebhook(props.webhook);
  }

  #addZoneRole({ roleArn, statements, callers }: ZoneRole): void {
    const policy = new PolicyDocument({ statements: [...statements] });
    this.#step('ZoneRolePolicy', {
      what: `Attach this policy to ${roleArn} in the zone's account`,
      how: Stack.of(this).toJsonString(policy.toJSON()),
    });
    this.#step('ZoneRoleTrust', {
      what: `Have ${roleArn} trust these roles`,
      how: callers.join(' '),
    });
  }

  #addWebhook({ url, domainTarget }: AuditWebhook): void {
    if (domainTarget !== undefined) {
      this.#step('WebhookName', {
        what: "Make the webhook's name a CNAME of this, or an alias",
        how: domainTarget,
      });
    }
    this.#step('Webhook', {
      what: 'Have each self-managed cluster post its audit events here',
      how: `npx seamark audit-config --cluster NAME --url ${url}`,
    });
  }

  #step(name: string, { what, how }: { readonly what: string; readonly how: string }): void {
    this.#count += 1;
    const key = `Step${String(this.#count).padStart(2, '0')}${name}`;
    // The output's name is its logical id, which would carry the path of this construct in front.
    new CfnOutput(this, key, { description: what, value: how }).overrideLogicalId(key);
  }
}

const letIn = ({ cluster, principalArn }: Entry): string =>
  [
    'aws eks create-access-entry',
    `--cluster-name ${cluster.name} --region ${cluster.region}`,
    `--principal-arn ${principalArn} --type STANDARD`,
    `--username ${kubernetesName} --kubernetes-groups ${kubernetesName}`,
  ].join(' ');

const pascal = (name: string): string =>
  name.replace(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_all, letter: string) => letter.toUpperCase());
