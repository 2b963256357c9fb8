import { isJsonObject } from '../patch/merge-patch.ts';
import { badRequest } from '../status/faults.ts';
import { parseJsonText } from '../verbs/body.ts';

const REVIEWS = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';

/**
 * Answers a SelfSubjectAccessReview (`kubectl auth can-i`): every user of the emulator may do everything. Undefined for
 * any other request. Throws ApiError 400 on bad JSON. Source: `authorization.k8s.io/v1`.
 */
export function answerReview(method: string, pathname: string, body: string): string | undefined {
  if (method !== 'POST' || pathname !== REVIEWS) return undefined;
  const parsed = parseJsonText(body);
  if ('fault' in parsed) throw badRequest(parsed.fault);
  const review = parsed.value;
  return JSON.stringify({
    ...(isJsonObject(review) ? review : {}),
    kind: 'SelfSubjectAccessReview',
    apiVersion: 'authorization.k8s.io/v1',
    status: { allowed: true },
  });
}
