import type { ServiceKey } from '../../../lib/core/model/service-key.ts';
import { formatWorkKey, serviceWork, type WorkKey } from '../../../lib/core/model/work-key.ts';
import type { Onlooker } from '../../simulation/invocation.ts';

/** Knows which Services changed since somebody last asked for a pass over them: where the asking never happens, the event is lost. */
export const watchLost = () => {
  const unheard = new Set<string>();
  const onlooker: Onlooker = (call, args) => {
    if (call !== 'workRows.request') return undefined;
    const [key] = args as [WorkKey]; // what that port takes
    return () => void unheard.delete(formatWorkKey(key));
  };
  return {
    onlooker,
    changed: (key: ServiceKey): void => void unheard.add(formatWorkKey(serviceWork(key))),
    keys: (): readonly string[] => [...unheard].sort(),
  };
};
