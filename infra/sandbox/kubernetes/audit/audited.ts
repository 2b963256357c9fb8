import type { Attributes } from '../access/attributes.ts';
import { attributesOfCall } from '../access/call-attributes.ts';
import { notAllowed } from '../access/forbidden.ts';
import type { JsonObject } from '../resource.ts';
import { statusOf } from '../status/api-error.ts';
import type { Call, Outcome } from '../verbs/call.ts';
import { type Engine, uuid } from '../verbs/engine.ts';
import { perform } from '../verbs/perform.ts';
import { type AuditedResult, completeEvent, receivedEvent } from './event.ts';
import { type AuditPolicy, auditConfigOf } from './policy.ts';

/** Performs a call and logs it. Throws what `perform` throws, and ApiError 403 for a user who may not do that. */
export type Dispatch = (call: Call) => Outcome;

/** Where audit events go, and which. */
export type AuditLog = {
  readonly policy: AuditPolicy;
  readonly push: (event: JsonObject) => void;
};

/** Builds the one way into the verbs: every call is authorised, and becomes audit events as the policy says, refused ones too. */
export function createDispatch(engine: Engine, log: AuditLog | undefined): Dispatch {
  return (call) => {
    const request = attributesOfCall(call);
    const complete = log === undefined ? ignore : startRecord(engine, log, { call, request });
    const decision = engine.authorize(call.user, request);
    try {
      if (!decision.allowed) throw notAllowed(call.user, request, decision);
      const outcome = perform(engine, call);
      complete({ ...outcome, decision });
      return outcome;
    } catch (error) {
      const refusal = statusOf(error);
      complete({ code: refusal.code ?? 500, refusal, decision });
      throw error;
    }
  };
}

type Complete = (result: AuditedResult) => void;

const ignore: Complete = () => undefined;

/** Logs that a request came, where the policy wants that; returns what logs its end. */
function startRecord(
  { context: { now, random } }: Engine,
  { policy, push }: AuditLog,
  { call, request }: { readonly call: Call; readonly request: Attributes },
): Complete {
  const { level, omitStages, omitManagedFields } = auditConfigOf(policy, call.user, request);
  if (level === 'None') return ignore;
  const head = { level, omitManagedFields, auditId: uuid(random), receivedAtMs: now() };
  if (!omitStages.includes('RequestReceived')) push(receivedEvent(head, call));
  if (omitStages.includes('ResponseComplete')) return ignore;
  return (result) => push(completeEvent({ ...head, completedAtMs: now() }, call, result));
}
