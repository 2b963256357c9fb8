import type { Access, CurrentAccess } from '../../adapters/kubernetes/access.ts';
import type { CredentialSources } from '../../adapters/kubernetes/credential-sources.ts';
import { readEksAccess } from '../../adapters/kubernetes/eks-access.ts';
import { purposeOf } from '../../adapters/kubernetes/eks-exec.ts';
import { accessOfKubeconfig } from '../../adapters/kubernetes/kubeconfig-access.ts';
import { readStoredKubeconfig } from '../../adapters/kubernetes/stored-kubeconfig.ts';
import type { EksCluster } from '../../core/model/eks-cluster.ts';
import { type OperatorContext, readOperatorContext } from '../host/operator-kubeconfig.ts';
import { flatKubeconfig } from './flat-kubeconfig.ts';
import type { MemberWay } from './wishes.ts';

/** What is written down of the member, and the access by which it is looked at now. */
export type MemberAccess = {
  /** `spec` of its `Cluster`, but for the Secret's name. */
  readonly spec: { readonly [field: string]: unknown };
  /** Text of the kubeconfig that the host is to keep; absent where nothing is stored. */
  readonly kubeconfig?: string;
  readonly current: CurrentAccess;
  /** Whether those who are looked at as are those that the functions will come as. */
  readonly asFunctions: boolean;
  /** What a person should hear of it. */
  readonly notes: readonly string[];
};

type Sources = CredentialSources & { readonly region: () => Promise<string> };

/** Reads the access to a new member. Throws an error that names what can't be used, and why. */
export const openMember = async (
  name: string,
  way: MemberWay,
  sources: Sources,
): Promise<MemberAccess> => {
  switch (way.kind) {
    case 'kubeconfig':
      return await openKubeconfig(name, await readOperatorContext(way.file, way.context), sources);
    case 'eks':
      return await openEks(name, way.cluster, sources);
    case 'stored': {
      const target = { label: `cluster ${name}`, eks: sources.eks };
      const current = await readStoredKubeconfig(way, target, sources.secrets);
      const context = way.context === undefined ? {} : { kubeconfigContext: way.context };
      const spec = { kubeconfigSecret: way.name, ...context };
      return { spec, current, asFunctions: true, notes: [] };
    }
  }
};

const openKubeconfig = async (
  name: string,
  { context, file, what }: OperatorContext,
  sources: Sources,
): Promise<MemberAccess> => {
  const { user, cluster } = context;
  if (user.exec && !user.token && !user.tokenFile) {
    const purpose = purposeOf(user.exec, cluster.server);
    if (purpose.kind === 'eks') {
      const opened = await openEks(name, purpose.cluster, sources);
      const note = `The kubeconfig is for EKS cluster ${purpose.cluster.clusterName}: it goes by its name, and no credential is stored`;
      return { ...opened, notes: [note, ...opened.notes] };
    }
  }
  if (user.tokenFile)
    throw new Error(
      `Cannot ${what}: its token is in a file, which is renewed, and a Secret keeps what it was given; use one of npx seamark manifests --member --service-account`,
    );
  const target = { label: `cluster ${name}`, eks: sources.eks };
  const { access } = await accessOfKubeconfig(context, { what, file }, target);
  if (!access.token && !access.tls.cert)
    throw new Error(`Cannot ${what}: its context has no user, so that nobody would be let in`);
  return {
    spec: { serverAddressByClientCIDRs: [{ serverAddress: addressOf(access) }] },
    kubeconfig: await flatKubeconfig(access, name),
    current: { access, version: '' },
    asFunctions: true,
    notes: [],
  };
};

const addressOf = ({ server }: Access): string => server.href.replace(/\/$/, '');

const openEks = async (
  name: string,
  wished: EksCluster,
  sources: Sources,
): Promise<MemberAccess> => {
  const cluster = { ...wished, region: wished.region ?? (await sources.region()) };
  const label = `cluster ${name}`;
  const { roleArn, ...own } = cluster;
  const spec = { eks: cluster };
  const current = await readEksAccess(cluster, { label }, sources.eks).catch(async (error) => {
    if (roleArn === undefined) throw error;
    const as = await readEksAccess(own, { label }, sources.eks);
    return { as, note: error instanceof Error ? error.message : String(error) };
  });
  if (!('as' in current)) return { spec, current, asFunctions: roleArn !== undefined, notes: [] };
  const note = `${current.note}. It is looked at with your own credentials instead`;
  return { spec, current: current.as, asFunctions: false, notes: [note] };
};
