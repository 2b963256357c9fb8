import { basename } from 'node:path';
import type { EksCluster } from '../../core/model/eks-cluster.ts';
import { regionOfEndpoint } from './eks-endpoint.ts';

/** An exec plug-in as a kubeconfig states it; no field of it is ever run (client-go `ExecConfig`). */
type ExecPlugin = {
  readonly command?: string | null | undefined;
  readonly args?: readonly string[] | null | undefined;
  readonly env?:
    | readonly { readonly name: string; readonly value?: string | null | undefined }[]
    | null
    | undefined;
};

/** What a plug-in is for: tokens of an EKS cluster, which are made without it, or something that nothing takes the place of. */
export type ExecPurpose =
  | { readonly kind: 'eks'; readonly cluster: EksCluster }
  /** `reason` completes "user u …". */
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Reads what `aws eks get-token`, `aws-iam-authenticator token` and its old name `heptio-authenticator-aws token` ask for; every other
 * plug-in is refused by name. Where no flag and no variable names the region, the address of the API server does (cases K01, K03, K04).
 * A profile, by flag or variable, is one of another machine and says nothing here.
 */
export const purposeOf = (exec: ExecPlugin, server: string | null | undefined): ExecPurpose => {
  const name = pluginName(exec);
  const args = exec.args ?? [];
  const clusterName = asksForToken(name, args)
    ? flag(args, ['--cluster-name', '--cluster-id', '-i'])
    : undefined;
  if (!clusterName) {
    const instead = 'give a token, a client certificate or spec.eks';
    const reason = `runs the exec plug-in ${name}, and plug-ins are never run: ${instead}`;
    return { kind: 'refused', reason };
  }
  const own = ownIdentity(exec, args);
  if (own !== undefined) {
    const reason = `gives ${name} ${own}, which is not taken: name a role to assume`;
    return { kind: 'refused', reason };
  }
  return { kind: 'eks', cluster: eksCluster(exec, clusterName, server ?? '') };
};

const pluginName = (exec: ExecPlugin): string =>
  basename((exec.command || 'without a command').replaceAll('\\', '/')).replace(/\.exe$/i, '');

const asksForToken = (name: string, args: readonly string[]): boolean => {
  if (name === 'aws') return args.includes('eks') && args.includes('get-token');
  return (
    ['aws-iam-authenticator', 'heptio-authenticator-aws'].includes(name) && args.includes('token')
  );
};

/** Variables by which a plug-in would sign as somebody else than its surroundings say (AWS CLI user guide, "Environment variables"). */
const identities = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_ROLE_ARN',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
] as const;

const ownIdentity = (exec: ExecPlugin, args: readonly string[]): string | undefined => {
  if (flag(args, ['--external-id', '-e']) !== undefined) return 'an external id';
  const found = identities.find((name) => variable(exec, name) !== undefined);
  return found && `the variable ${found}`;
};

const eksCluster = (exec: ExecPlugin, clusterName: string, server: string): EksCluster => {
  const args = exec.args ?? [];
  const region =
    flag(args, ['--region']) ??
    variable(exec, 'AWS_REGION') ??
    variable(exec, 'AWS_DEFAULT_REGION') ??
    regionOfEndpoint(URL.parse(server)?.hostname ?? '');
  const roleArn = flag(args, ['--role-arn', '--role', '-r']);
  return {
    clusterName,
    ...(region ? { region } : {}),
    ...(roleArn ? { roleArn } : {}),
  };
};

const flag = (args: readonly string[], names: readonly string[]): string | undefined => {
  for (const [at, arg] of args.entries()) {
    if (names.includes(arg)) return args[at + 1];
    const name = names.find((one) => arg.startsWith(`${one}=`));
    if (name !== undefined) return arg.slice(name.length + 1);
  }
  return undefined;
};

const variable = ({ env }: ExecPlugin, wanted: string): string | undefined =>
  env?.find(({ name }) => name === wanted)?.value || undefined;
