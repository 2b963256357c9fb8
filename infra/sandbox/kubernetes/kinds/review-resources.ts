import type { Resource, Strategy } from '../resource.ts';
import type { StructSchema } from '../schema/field-schema.ts';
import {
  selfSubjectAccessReviewSchema,
  selfSubjectReviewSchema,
  subjectAccessReviewSchema,
} from '../schema/kinds/reviews.ts';
import { CORE, describeResource } from './describe-resource.ts';
import { roleColumns } from './rbac/role.ts';

/** Nothing is stored of a review, so no rule of storage applies. */
const unstored: Strategy = {
  prepareForCreate: (object) => object,
  prepareForUpdate: (next) => next,
  validateCreate: () => [],
  validateUpdate: () => [],
};

function review(group: string, kind: string, schema: StructSchema): Resource {
  const singular = kind.toLowerCase();
  return describeResource(
    { ...CORE, group, namespaced: false, createOnly: true },
    { kind, plural: `${singular}s`, singular },
    { schema, columns: roleColumns, strategy: unstored },
  );
}

/** Questions about rights and identity. Source: authorization.k8s.io/v1 and authentication.k8s.io/v1. */
export const reviewResources: readonly Resource[] = [
  review('authorization.k8s.io', 'SelfSubjectAccessReview', selfSubjectAccessReviewSchema),
  review('authorization.k8s.io', 'SubjectAccessReview', subjectAccessReviewSchema),
  review('authentication.k8s.io', 'SelfSubjectReview', selfSubjectReviewSchema),
];
