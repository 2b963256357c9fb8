import { writeFileSync } from 'node:fs';
import { findAssets } from '../../infra/sandbox/control-plane/assets.ts';
import {
  auditFile,
  auditFixtures,
  readAudited,
} from '../contract/kubernetes/audit/audited-conversation.ts';
import { playAudited } from '../contract/kubernetes/audit/play-audited.ts';
import { startAuditedClusters } from './audited-clusters.ts';

/** Long enough for the last batch to come; nobody knows yet how many events there will be. */
const settleMs = 3_000;

/** Writes the audit events that a real API server logs into the fixtures; what intake must make of them is written by hand. The signal ends it. */
export const recordAudit = async (folder: string, signal: AbortSignal): Promise<void> => {
  const clusters = await startAuditedClusters(findAssets(folder));
  try {
    for (const name of auditFixtures()) {
      signal.throwIfAborted();
      const conversation = readAudited(name);
      const speaker = await clusters.speakerFor(conversation);
      let until = 0;
      const events = await playAudited(speaker, conversation, () => {
        until ||= performance.now() + settleMs;
        return performance.now() > until;
      });
      const text = JSON.stringify({ ...conversation, events }, undefined, 2);
      writeFileSync(auditFile(name), `${text}\n`);
      process.stdout.write(`audit ${name}: ${events.length} events\n`);
    }
  } finally {
    await clusters.close();
  }
};
