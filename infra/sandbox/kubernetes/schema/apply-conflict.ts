import type { Manager } from './managers.ts';
import type { OwnershipConflict } from './ownership.ts';
import { displayPath } from './path-element.ts';

/** One field that another manager owns, in the form of a cause of the 409 Status. */
export type ApplyConflict = {
  readonly reason: 'FieldManagerConflict';
  /** Such as `conflict with "kubectl-client-side-apply" using v1`. */
  readonly message: string;
  /** Such as `.spec.ports[port=80,protocol="TCP"].name`. */
  readonly field: string;
  /** The owner as the message prints it, such as `"kubectl-client-side-apply" using v1`. */
  readonly manager: string;
};

/** The causes of an apply that was refused, by manager. */
export function applyConflicts(conflicts: readonly OwnershipConflict[]): readonly ApplyConflict[] {
  return conflicts.map(({ owner, path }) => {
    const manager = displayManager(owner);
    return {
      reason: 'FieldManagerConflict',
      message: `conflict with ${manager}`,
      field: displayPath(path),
      manager,
    };
  });
}

function displayManager(manager: Manager): string {
  const name = JSON.stringify(manager.manager);
  const where =
    manager.subresource === '' ? '' : ` with subresource ${JSON.stringify(manager.subresource)}`;
  const version = manager.operation === 'Update' ? ` using ${manager.apiVersion}` : '';
  return `${name}${where}${version}`;
}

/** The message of the 409 Status. Source: `managedfields.NewConflictError`. */
export function applyConflictText(conflicts: readonly ApplyConflict[]): string {
  const [first] = conflicts;
  if (first !== undefined && conflicts.length === 1) {
    return `Apply failed with 1 conflict: ${first.message}: ${first.field}`;
  }
  const managers = [...new Set(conflicts.map(({ manager }) => manager))].toSorted();
  const lines = managers.flatMap((manager) => [
    `conflicts with ${manager}:`,
    ...conflicts.filter((entry) => entry.manager === manager).map(({ field }) => `- ${field}`),
  ]);
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`;
}
