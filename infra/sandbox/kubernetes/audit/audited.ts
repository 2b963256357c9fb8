import type { JsonObject } from '../resource.ts';
import { statusOf } from '../status/api-error.ts';
import type { Call, Outcome } from '../verbs/call.ts';
import { type Engine, uuid } from '../verbs/engine.ts';
import { perform } from '../verbs/perform.ts';
import { type AuditedResult, auditEvent } from './event.ts';
import { auditLevelOf } from './policy.ts';

/** Performs a call and logs it. Throws what `perform` throws. */
export type Dispatch = (call: Call) => Outcome;

/** Builds the one way into the verbs: every call, refused ones too, becomes an audit event as the policy says. */
export function createDispatch(engine: Engine, log: (event: JsonObject) => void): Dispatch {
  const { now, random } = engine.context;
  return (call) => {
    const level = auditLevelOf(call);
    if (level === 'None') return perform(engine, call);
    const receivedAtMs = now();
    const record = (result: AuditedResult): void => {
      const moment = { auditId: uuid(random), receivedAtMs, completedAtMs: now() };
      log(auditEvent(level, call, result, moment));
    };
    try {
      const outcome = perform(engine, call);
      record(outcome);
      return outcome;
    } catch (error) {
      const refusal = statusOf(error);
      record({ code: refusal.code ?? 500, refusal });
      throw error;
    }
  };
}
