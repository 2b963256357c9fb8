import { writeFileSync } from 'node:fs';
import { findAssets } from '../../infra/sandbox/control-plane/assets.ts';
import { UsageError } from '../../lib/cli/words/usage-error.ts';
import { main } from '../command/main.ts';
import { clearAway } from '../contract/kubernetes/conversations/clear-away.ts';
import {
  type Conversation,
  fileOf,
  readConversations,
  topics,
} from '../contract/kubernetes/conversations/conversation.ts';
import { play, type Speaker } from '../contract/kubernetes/conversations/play.ts';
import { createSpeakers } from '../contract/kubernetes/conversations/speakers.ts';
import { findPrograms } from './find-programs.ts';
import { startRealClusters } from './real-clusters.ts';
import { recordAudit } from './record-audit.ts';

const record = async (
  topic: string,
  next: () => Promise<Speaker>,
  signal: AbortSignal,
): Promise<readonly Conversation[]> => {
  const recorded: Conversation[] = [];
  for (const conversation of readConversations(topic)) {
    signal.throwIfAborted();
    const speaker = await next();
    recorded.push({ ...conversation, steps: await play(speaker, conversation) });
    await clearAway(speaker, conversation);
  }
  return recorded;
};

const recordConversations = async (
  folder: string,
  wanted: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  const clusters = await startRealClusters(findAssets(folder));
  try {
    const { url } = await clusters.start({ name: 'speaker' });
    const next = createSpeakers(url);
    for (const topic of topics.filter((each) => wanted.includes(each))) {
      const recorded = await record(topic, next, signal);
      const lines = recorded.map((conversation) => `${JSON.stringify(conversation)}\n`);
      writeFileSync(fileOf(topic), lines.join(''));
      process.stdout.write(`${topic}: ${recorded.length} conversations\n`);
    }
  } finally {
    await clusters.close();
  }
};

const topicsCalled = (words: readonly string[]): readonly string[] => {
  const all = [...topics, 'audit'];
  const unknown = words.find((word) => !all.includes(word));
  if (unknown !== undefined)
    throw new UsageError(`Cannot record ${JSON.stringify(unknown)}: there are ${all.join(', ')}`);
  return words.length === 0 ? all : words;
};

await main({
  name: 'kube:record',
  summary:
    'Writes what a real API server answers into the files of the conversations, and what it logs into those of audit events.',
  usage: ['[TOPIC ...]'],
  flags: [],
  detail: [`Topics: ${[...topics, 'audit'].join(', ')}; all of them where none is named.`],
  takesWords: true,
  run: async ({ positionals }, { signal }) => {
    const wanted = topicsCalled(positionals);
    const folder = await findPrograms();
    if (folder === undefined)
      throw new Error('Cannot record: there is no real API server; npm run kube:build makes one');
    if (wanted.some((word) => word !== 'audit')) await recordConversations(folder, wanted, signal);
    if (wanted.includes('audit')) await recordAudit(folder, signal);
    return 0;
  },
});
