import type { Call } from '../verbs/call.ts';
import type { Engine } from '../verbs/engine.ts';
import { attributesOfCall } from './call-attributes.ts';
import { notAllowed } from './forbidden.ts';

/**
 * Refuses an update or apply that would create its object to a user who may not create. Throws ApiError 403.
 * Source: `withAuthorization` of apiserver's endpoints/handlers/update.go.
 */
export function refuseCreate({ authorize }: Engine, call: Call): void {
  const request = { ...attributesOfCall(call), verb: 'create' };
  const decision = authorize(call.user, request);
  if (!decision.allowed) throw notAllowed(call.user, request, decision);
}
