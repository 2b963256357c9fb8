import { basename } from 'node:path';

/** An exec plug-in as a kubeconfig states it; no field of it is ever run (client-go `ExecConfig`). */
type ExecPlugin = {
  readonly command?: string | null | undefined;
  readonly args?: readonly string[] | null | undefined;
  readonly env?:
    | readonly { readonly name: string; readonly value?: string | null | undefined }[]
    | null
    | undefined;
};

/** The EKS cluster that a plug-in gets tokens for. */
export type EksCluster = {
  readonly clusterName: string;
  readonly region?: string;
  readonly roleArn?: string;
};

/** Name of a plug-in as messages carry it. */
export const pluginName = (exec: ExecPlugin): string =>
  basename((exec.command || 'without a command').replaceAll('\\', '/')).replace(/\.exe$/i, '');

/**
 * Reads what `aws eks get-token`, `aws-iam-authenticator token` and its old name `heptio-authenticator-aws token` ask for; undefined
 * for every other plug-in. Where no flag and no variable names the region, the address of the API server does (cases K01, K03, K04).
 */
export const eksClusterOf = (
  exec: ExecPlugin,
  server: string | null | undefined,
): EksCluster | undefined => {
  const args = exec.args ?? [];
  if (!asksForToken(pluginName(exec), args)) return undefined;
  const clusterName = flag(args, ['--cluster-name', '--cluster-id', '-i']);
  if (!clusterName) return undefined;
  const region =
    flag(args, ['--region']) ??
    variable(exec, 'AWS_REGION') ??
    variable(exec, 'AWS_DEFAULT_REGION') ??
    regionOf(server ?? '');
  const roleArn = flag(args, ['--role-arn', '--role', '-r']);
  return {
    clusterName,
    ...(region ? { region } : {}),
    ...(roleArn ? { roleArn } : {}),
  };
};

const asksForToken = (name: string, args: readonly string[]): boolean => {
  if (name === 'aws') return args.includes('eks') && args.includes('get-token');
  return (
    ['aws-iam-authenticator', 'heptio-authenticator-aws'].includes(name) && args.includes('token')
  );
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

// https://<id>.<two letters and a digit>.<region>.eks.amazonaws.com
const regionOf = (server: string): string | undefined =>
  /\.([a-z]{2}(?:-[a-z]+)+-\d+)\.eks\.amazonaws\.com(?:\.cn)?(?:[:/]|$)/i
    .exec(server)?.[1]
    ?.toLowerCase();
