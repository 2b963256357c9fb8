import * as v from 'valibot';
import type { Bounds } from '../../lib/config/bounds.ts';
import { text } from '../../lib/config/fields.ts';

/** Text of a certain form. */
export const matching = (pattern: RegExp, fault: string) => v.pipe(text, v.regex(pattern, fault));

const whole = ({ least, most }: Bounds) =>
  v.pipe(
    v.number('is not a number'),
    v.integer('is not a whole number'),
    v.minValue(least, `is less than ${least}`),
    v.maxValue(most, `is more than ${most}`),
  );

/** A whole number within its bounds, or its default. */
export const within = (bounds: Bounds) => v.optional(whole(bounds), bounds.otherwise);

/** The same, or a word that stands for there being none. */
export const withinOr = <const Word extends string>(bounds: Bounds, word: Word) =>
  v.optional(
    v.union([whole(bounds), v.literal(word)], `is neither a number nor "${word}"`),
    bounds.otherwise,
  );

/** A share of a whole. */
export const share = v.pipe(
  v.number('is not a number'),
  v.minValue(0, 'is less than 0'),
  v.maxValue(1, 'is more than 1'),
);

/** One of a few words, the first unless somebody says otherwise. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  v.optional(v.picklist(words, `is none of ${words.join(', ')}`), words[0]);

/** `true` or `false`. */
export const flag = v.boolean('is neither true nor false');

/** A demand on a list or a group as a whole, which valibot forgets where a part of it is of another form. */
export const despiteOthers = <Value, Issue extends v.BaseIssue<unknown>>(
  action: v.BaseValidation<Value, Value, Issue>,
): v.BaseValidation<Value, Value, Issue> => ({
  ...action,
  '~run': (dataset, config) => {
    const { value } = dataset;
    if (dataset.typed || typeof value !== 'object' || value === null)
      return action['~run'](dataset, config);
    // The cast holds for what the action counts or compares: entries, items.
    const judged = action['~run']({ ...dataset, value: value as Value, typed: true }, config);
    return { ...dataset, issues: judged.issues ?? dataset.issues };
  },
});

/** A list without duplicates, of at least so many. */
export const list = <const Item extends v.GenericSchema<string, string>>(item: Item, least = 0) =>
  v.pipe(
    v.array(item, 'is not a list'),
    v.minLength(least, 'is empty'),
    despiteOthers(
      v.check((items) => new Set(items).size === items.length, 'names something twice'),
    ),
  );

/** A group of settings; whatever it doesn't know is a fault. */
export const group = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, ({ expected }) =>
    expected === 'Object' ? 'is not an object' : 'is missing',
  );

/** What is said of a setting in docs/settings.md and by editors. */
export const about = <const Schema extends v.GenericSchema>(schema: Schema, meaning: string) =>
  v.pipe(schema, v.description(meaning));

/** 12 digits. */
export const awsAccount = matching(/^\d{12}$/, 'is not an account: 12 digits in quotes');

/** The name of a secret (Secrets Manager API reference, CreateSecret). */
export const secretName = matching(
  /^[\w/+=.@-]{1,512}$/,
  'is not the name of a secret in Secrets Manager',
);

/** The ARN of something of a service in a region, such as `arn:aws:sns:eu-central-1:111122223333:alarms`. */
export const regionalArn = (service: string, resource: RegExp, what: string) =>
  matching(
    new RegExp(`^arn:aws[-a-z]*:${service}:[-a-z0-9]+:\\d{12}:${resource.source}$`),
    `is not the ARN of ${what}`,
  );

/** An id that EC2 gives, such as `subnet-0123456789abcdef0`. */
export const ec2Id = (prefix: string) =>
  matching(
    new RegExp(`^${prefix}-([0-9a-f]{8}|[0-9a-f]{17})$`),
    `is not of the form ${prefix}-0123456789abcdef0`,
  );
