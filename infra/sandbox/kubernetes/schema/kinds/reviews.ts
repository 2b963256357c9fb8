import { always, atomicListOf, flag, mapOf, struct, text } from '../build-field.ts';
import type { StructSchema } from '../field-schema.ts';
import { objectOf } from './meta-v1.ts';

const authorization = 'io.k8s.api.authorization.v1';
const authentication = 'io.k8s.api.authentication.v1';
const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';

const requirement = (kind: 'Field' | 'Label', goType: string) =>
  struct(
    `${meta}.${kind}SelectorRequirement`,
    { description: 'One demand of a selector.', required: ['key', 'operator'] },
    {
      key: text('What is compared.'),
      operator: text('In, NotIn, Exists or DoesNotExist.', goType),
      values: atomicListOf(text('A value.'), 'Values that the operator compares with.'),
    },
  );

const selector = (kind: 'Field' | 'Label', goType: string) =>
  struct(
    `${authorization}.${kind}SelectorAttributes`,
    { description: 'How the request narrows down what it is about.' },
    {
      rawSelector: text('The selector as a query carries it.'),
      requirements: atomicListOf(requirement(kind, goType), 'The selector in its parts.'),
    },
  );

const resourceAttributes = struct(
  `${authorization}.ResourceAttributes`,
  { description: 'A request on a resource.' },
  {
    fieldSelector: selector('Field', 'v1.FieldSelectorOperator'),
    group: text('API group; empty is the core group, * is all.'),
    labelSelector: selector('Label', 'v1.LabelSelectorOperator'),
    name: text('Name of the object; empty is all.'),
    namespace: text('Namespace; empty is all, or none.'),
    resource: text('Plural of the resource; * is all.'),
    subresource: text('Sub-resource; empty is none.'),
    verb: text('Verb; * is all.'),
    version: text('API version; * is all.'),
  },
);

const attributes = {
  nonResourceAttributes: struct(
    `${authorization}.NonResourceAttributes`,
    { description: 'A request on a path besides resources.' },
    { path: text('Path of the URL.'), verb: text('HTTP method in lower case.') },
  ),
  resourceAttributes,
};

const extra = mapOf(
  atomicListOf(text('A value.'), 'Values of the key.'),
  'What an authenticator tells besides.',
);

const reviewStatus = always(
  struct(
    `${authorization}.SubjectAccessReviewStatus`,
    { description: 'The answer.', required: ['allowed'] },
    {
      allowed: flag('Whether the request would be let through.'),
      denied: flag('Whether it would be refused, whatever other authorisers say.'),
      evaluationError: text('What went wrong on the way to the answer.'),
      reason: text('Why.'),
    },
  ),
);

/** SelfSubjectAccessReview of authorization.k8s.io/v1. */
export const selfSubjectAccessReviewSchema: StructSchema = objectOf(
  `${authorization}.SelfSubjectAccessReview`,
  { description: 'Whether the one who asks may do something.', required: ['spec'] },
  {
    spec: always(
      struct(
        `${authorization}.SelfSubjectAccessReviewSpec`,
        { description: 'What is asked: one of the two.' },
        attributes,
      ),
    ),
    status: reviewStatus,
  },
);

/** SubjectAccessReview of authorization.k8s.io/v1. */
export const subjectAccessReviewSchema: StructSchema = objectOf(
  `${authorization}.SubjectAccessReview`,
  { description: 'Whether somebody may do something.', required: ['spec'] },
  {
    spec: always(
      struct(
        `${authorization}.SubjectAccessReviewSpec`,
        { description: 'What is asked: one of the two, of whom.' },
        {
          ...attributes,
          extra,
          groups: atomicListOf(text('Name of a group.'), 'Groups of the one that is asked about.'),
          uid: text('What else tells the one that is asked about from others of the name.'),
          user: text('Name of the one that is asked about.'),
        },
      ),
    ),
    status: reviewStatus,
  },
);

/** SelfSubjectReview of authentication.k8s.io/v1. */
export const selfSubjectReviewSchema: StructSchema = objectOf(
  `${authentication}.SelfSubjectReview`,
  { description: 'Who the server takes the one who asks for.' },
  {
    status: always(
      struct(
        `${authentication}.SelfSubjectReviewStatus`,
        { description: 'The answer.' },
        {
          userInfo: always(
            struct(
              `${authentication}.UserInfo`,
              { description: 'A user.' },
              {
                extra,
                groups: atomicListOf(text('Name of a group.'), 'Groups of the user.'),
                uid: text('What tells the user from others of the name, over time.'),
                username: text('Name of the user.'),
              },
            ),
          ),
        },
      ),
    ),
  },
);
