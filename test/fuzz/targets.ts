import type { FuzzTarget } from './target.ts';
import { logPayloads, webhookBodies } from './targets/audit.ts';
import { kubeconfigs } from './targets/kubeconfig.ts';
import { apiAnswers, writtenByPeople } from './targets/kubernetes.ts';
import { logLines } from './targets/log-lines.ts';
import { recordPages, refusals } from './targets/route53.ts';
import { settingsFiles } from './targets/settings.ts';

/** Every boundary that takes what others wrote. */
export const targets: readonly FuzzTarget[] = [
  webhookBodies,
  logPayloads,
  kubeconfigs,
  apiAnswers,
  writtenByPeople,
  recordPages,
  refusals,
  settingsFiles,
  logLines,
];
