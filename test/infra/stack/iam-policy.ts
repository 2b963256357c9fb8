import type { Plain, PlainObject } from './plain-values.ts';
import { ofType, type Synthesised } from './synthesise.ts';

/** One statement of a policy, with lists where IAM also takes single texts. */
export type Statement = {
  readonly sid: string;
  readonly effect: string;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions: PlainObject;
};

/** A role with all that it may do, and who may be it. */
export type RoleRights = {
  readonly path: string;
  readonly trust: Plain;
  readonly statements: readonly Statement[];
};

/** All roles of a stack with their statements. Throws if any right stands elsewhere, where nobody would look for it. */
export const rolesOf = (stack: Synthesised): readonly RoleRights[] => {
  for (const type of ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy', 'AWS::IAM::RolePolicy']) {
    const [policy] = ofType(stack, type);
    if (policy !== undefined) throw new Error(`Cannot list all rights: ${policy.path} holds some`);
  }
  return ofType(stack, 'AWS::IAM::Role').map(({ path, properties }) => {
    if (properties['ManagedPolicyArns'] !== undefined) {
      throw new Error(`Cannot list all rights of ${path}: it has managed policies`);
    }
    return {
      path,
      trust: properties['AssumeRolePolicyDocument'] ?? null,
      statements: list(properties['Policies']).flatMap((policy) =>
        statementsOf(objectOf(policy)['PolicyDocument']),
      ),
    };
  });
};

/** The statements of a policy document. */
export const statementsOf = (document: Plain | undefined): readonly Statement[] =>
  list(objectOf(document)['Statement']).map((raw) => {
    const statement = objectOf(raw);
    for (const key of ['NotAction', 'NotResource', 'NotPrincipal']) {
      if (statement[key] !== undefined) throw new Error(`Cannot read a statement with ${key}`);
    }
    return {
      sid: String(statement['Sid'] ?? ''),
      effect: String(statement['Effect']),
      actions: list(statement['Action']).map(String),
      resources: list(statement['Resource']).map(String),
      conditions: objectOf(statement['Condition']),
    };
  });

const list = (value: Plain | undefined): readonly Plain[] => {
  if (value === undefined) return [];
  return isList(value) ? value : [value];
};

// Array.isArray does not narrow a union with a readonly list.
const isList = (value: Plain): value is readonly Plain[] => Array.isArray(value);

const objectOf = (value: Plain | undefined): PlainObject => {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || isList(value)) {
    throw new Error(`Cannot read ${JSON.stringify(value)}: it is no object`);
  }
  return value;
};
