import * as v from 'valibot';
import { type ApiCall, callJson } from '../../adapters/kubernetes/api-client.ts';
import { createClusterProbe } from '../../adapters/kubernetes/cluster-probe.ts';
import { readAs } from '../../adapters/kubernetes/schema.ts';
import { judgeHealthz } from '../../core/health/judge-healthz.ts';
import { seamarkName } from '../manifests/subjects.ts';
import { type Identity, whoAmI } from './access-reviews.ts';
import type { Check } from './check.ts';
import { checkPlaces } from './check-places.ts';
import { checkRights } from './check-rights.ts';
import type { MemberLook } from './member-look.ts';

/** Looks at everything that Seamark needs of a member: reach, identity, health, rights, places. What can't be asked is a failed check. */
export const checkMember = async (look: MemberLook): Promise<readonly Check[]> => {
  const version = await attempt('reach', () => checkVersion(look));
  if (version.verdict === 'failed') return [version];
  const { checks, identity } = await checkIdentity(look);
  if (checks.some(({ verdict }) => verdict === 'failed')) return [version, ...checks];
  return [
    version,
    ...checks,
    await attempt('health', () => checkHealth(look)),
    ...(await checkRights({ ...look, identity })),
    ...(await checkPlaces(look)),
  ];
};

/** A check whose question failed says why. */
const attempt = async (what: string, check: () => Promise<Check>): Promise<Check> => {
  try {
    return await check();
  } catch (error) {
    return failed(what, error);
  }
};

const failed = (what: string, error: unknown): Check => ({
  what,
  verdict: 'failed',
  says: error instanceof Error ? error.message : String(error),
});

/** Server-side apply is there for good since 1.22 (Kubernetes documentation, "Server-Side Apply"). */
const leastMinor = 22;

const versionSchema = v.object({ major: v.string(), minor: v.string(), gitVersion: v.string() });

const checkVersion = async ({ client, signal }: MemberLook): Promise<Check> => {
  const call: ApiCall = { what: 'read /version', method: 'GET', path: '/version', signal };
  const { major, minor, gitVersion } = readAs(
    versionSchema,
    await callJson(client, call),
    call.what,
  );
  // Managed services write 27+ and the like.
  const isOld = Number(major) === 1 && Number.parseInt(minor, 10) < leastMinor;
  const says = `Kubernetes ${gitVersion.slice(0, 60)} answers`;
  return isOld
    ? { what: 'reach', verdict: 'failed', says: `${says}, and 1.${leastMinor} is the least` }
    : { what: 'reach', verdict: 'ok', says };
};

type Recognised = { readonly checks: readonly Check[]; readonly identity?: Identity };

const checkIdentity = async ({ client, asFunctions, signal }: MemberLook): Promise<Recognised> => {
  const what = 'identity';
  try {
    const identity = await whoAmI(client, signal);
    if (identity === undefined)
      return { checks: [{ what, verdict: 'ok', says: 'the credentials are let in' }] };
    const says = `you come as ${JSON.stringify(identity.username)}`;
    const checks: readonly Check[] = asFunctions
      ? storedIdentity(identity, says)
      : [{ what, verdict: 'ok', says }];
    return { checks, identity };
  } catch (error) {
    return { checks: [failed(what, error)] };
  }
};

const storedIdentity = ({ username, groups }: Identity, says: string): readonly Check[] => [
  isAlmighty(groups)
    ? { what: 'identity', verdict: 'warning', says: `${says}, who may do everything; ${lesser}` }
    : { what: 'identity', verdict: 'ok', says },
  ...(username === seamarkName
    ? []
    : [
        {
          what: 'echo',
          verdict: 'warning' as const,
          says: `add ${JSON.stringify(username)} to ownUsernames in seamark.config.json, or audit events of Seamark's own writes wake it`,
        },
      ]),
];

const lesser =
  'give Seamark credentials of its own: npx seamark manifests --member --service-account';

const isAlmighty = (groups: readonly string[]): boolean =>
  groups.includes('system:masters') || groups.includes('kubeadm:cluster-admins');

const checkHealth = async ({ cluster, client, signal }: MemberLook): Promise<Check> => {
  const what = 'health';
  const probe = createClusterProbe({ clientOf: () => client, close: () => undefined });
  const answer = await probe.healthz(cluster, signal);
  const result = answer.kind === 'answered' ? judgeHealthz(answer) : answer;
  if (result.kind !== 'ok') return { what, verdict: 'failed', says: result.message };
  const says = '/healthz says ok';
  return result.warning === undefined
    ? { what, verdict: 'ok', says }
    : { what, verdict: 'warning', says: `${says}; ${result.warning}` };
};
