import type { Column, Strategy } from '../../resource.ts';
import { subdomainFaults } from '../faults/names.ts';
import { withoutNulls } from '../object/json-access.ts';
import {
  commonCreateFaults,
  commonUpdateFaults,
  metaFaults,
  strictMetaUpdateFaults,
} from '../object/object-meta.ts';
import { ageColumn, nameColumn, textColumn } from '../table/metadata-columns.ts';

const RULES = { namespaced: true, nameFaults: subdomainFaults, strictFinalizers: true } as const;

/** The rules of ServiceAccounts. Source: `ValidateServiceAccount` of core validation. */
export const serviceAccountStrategy: Strategy = {
  prepareForCreate: withoutNulls,
  prepareForUpdate: withoutNulls,
  validateCreate: (account) => {
    const faults = metaFaults(account, RULES);
    return faults.length > 0 ? faults : commonCreateFaults(account, true);
  },
  validateUpdate: (next, old) => [
    ...commonUpdateFaults(next, old, true),
    ...strictMetaUpdateFaults(next, old),
    ...metaFaults(next, RULES),
  ],
};

/** The columns of `kubectl get serviceaccounts`. Source: `printServiceAccount` of the printers. */
export const serviceAccountColumns: readonly Column[] = [
  nameColumn,
  textColumn('Secrets', 'Number of Secrets that its pods may use.', ({ secrets }) =>
    Array.isArray(secrets) ? String(secrets.length) : '0',
  ),
  ageColumn,
];
