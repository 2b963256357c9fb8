import { ControllerError } from '../../../../lib/core/model/failure.ts';
import { formatWorkKey } from '../../../../lib/core/model/work-key.ts';
import type { ResyncCheckpoint, ResyncProgress } from '../../../../lib/ports/resync-progress.ts';
import { type Gate, through } from '../../gate.ts';

type Stored = { readonly checkpoint: ResyncCheckpoint; readonly fence: number };

/** Checkpoints in memory. */
export const createFakeResyncProgress = (options: { readonly gate: Gate }): ResyncProgress => {
  const stored = new Map<string, Stored>();
  const { gate } = options;
  return {
    read: (key) =>
      through(gate, 'resyncProgress.read', () => stored.get(formatWorkKey(key))?.checkpoint),
    save: (key, checkpoint, fence) =>
      through(gate, 'resyncProgress.save', () => {
        const text = formatWorkKey(key);
        if ((stored.get(text)?.fence ?? 0) > fence)
          throw new ControllerError('lease-lost', `Cannot note how far ${text} has come: too late`);
        stored.set(text, { checkpoint, fence });
      }),
    clear: (key, fence) =>
      through(gate, 'resyncProgress.clear', () => {
        const text = formatWorkKey(key);
        if ((stored.get(text)?.fence ?? 0) <= fence) stored.delete(text);
      }),
  };
};
