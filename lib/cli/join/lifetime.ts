import { X509Certificate } from 'node:crypto';
import type { Access } from '../../adapters/kubernetes/access.ts';
import type { EpochMs, Ms } from '../../core/model/time.ts';

/** A credential that ends sooner is not one to store. */
const leastMs: Ms = 90 * 24 * 3_600_000;

/** When a credential to be stored ends, if it says so and that is soon; undefined for one that lasts. */
export const endsSoon = async (access: Access, now: EpochMs): Promise<EpochMs | undefined> => {
  const token = await access.token?.();
  const ends = [
    ...(token === undefined ? [] : endOfToken(token)),
    ...(access.tls.cert === undefined ? [] : endOfCertificate(access.tls.cert)),
  ].filter((end) => end < now + leastMs);
  return ends.length === 0 ? undefined : Math.min(...ends);
};

/** The claim `exp` of a JSON web token (RFC 7519 4.1.4), seconds; none for any other token. */
const endOfToken = (token: string): readonly EpochMs[] => {
  const payload = token.split('.')[1];
  if (payload === undefined) return [];
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    const exp = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : 0;
    return typeof exp === 'number' && exp > 0 ? [exp * 1000] : [];
  } catch {
    return [];
  }
};

const endOfCertificate = (pem: string): readonly EpochMs[] => {
  try {
    return [Date.parse(new X509Certificate(pem).validTo)];
  } catch {
    return [];
  }
};
