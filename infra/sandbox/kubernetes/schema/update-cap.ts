import { union } from './field-set.ts';
import { type Manager, type Managers, managerId } from './managers.ts';

const maxUpdaters = 10;
const bucketName = 'ancient-changes';

/**
 * Merges the oldest updaters of a version into one entry named `ancient-changes` while there are more than ten, so that
 * managedFields stays bounded. Source: `managedfields` capManagersManager.
 */
export function capUpdaters(managers: Managers): Managers {
  const updaters = [...managers]
    .filter(([, manager]) => manager.operation === 'Update')
    .toSorted(([idA, a], [idB, b]) => compareAge(a, b) || (idA < idB ? -1 : 1));
  let excess = updaters.length - maxUpdaters;
  const result = new Map(managers);
  const firstOf = new Map<string, string>();
  for (const [id, manager] of updaters) {
    if (excess <= 0) break;
    const first = firstOf.get(manager.apiVersion);
    if (first === undefined) {
      firstOf.set(manager.apiVersion, id);
      continue;
    }
    fold(result, first, id);
    excess -= 1;
  }
  return result;
}

function compareAge(a: Manager, b: Manager): number {
  const [left, right] = [a.time ?? '', b.time ?? ''];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function fold(managers: Map<string, Manager>, firstId: string, id: string): void {
  const manager = managers.get(id);
  if (manager === undefined) return;
  const info = { ...manager, manager: bucketName, subresource: '' };
  const bucketId = managerId(info);
  const existing = managers.get(bucketId);
  const first = managers.get(firstId);
  if (existing === undefined) managers.delete(firstId);
  const bucket = existing ?? first;
  managers.delete(id);
  const fields = bucket === undefined ? manager.fields : union(manager.fields, bucket.fields);
  managers.set(bucketId, { ...info, fields });
}
