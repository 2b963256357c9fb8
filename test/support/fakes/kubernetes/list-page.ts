import { ControllerError } from '../../../../lib/core/model/failure.ts';
import { formatServiceKey } from '../../../../lib/core/model/service-key.ts';
import type { ServiceObject } from '../../../../lib/core/model/service-object.ts';
import type { ListOptions, Page } from '../../../../lib/ports/federated-services.ts';

/** One page of a cluster's Services, which come in the order of their keys. */
export const pageOf = (
  all: readonly ServiceObject[],
  { labelSelector, namespace, next = '' }: ListOptions,
  pageSize: number,
): Page<ServiceObject> => {
  const matches = parseSelector(labelSelector);
  const rest = all
    .filter(({ key }) => (namespace ?? key.namespace) === key.namespace)
    .filter(({ key, labels }) => formatServiceKey(key) > next && matches(labels));
  const items = rest.slice(0, pageSize);
  const last = items.at(-1);
  return last !== undefined && rest.length > pageSize
    ? { items, next: formatServiceKey(last.key) }
    : { items };
};

type Match = (labels: { readonly [key: string]: string }) => boolean;

const parseSelector = (text: string): Match => {
  const requirements = text === '' ? [] : text.split(',').map(parseRequirement);
  return (labels) => requirements.every((matches) => matches(labels));
};

const parseRequirement = (text: string): Match => {
  const form = /^(!?)([A-Za-z0-9./_-]+)(?:(==?|!=)([A-Za-z0-9._-]*))?$/.exec(text.trim());
  if (!form)
    throw new ControllerError(
      'terminal',
      `Cannot list Services: unable to parse requirement "${text}" (this server knows =, ==, != and existence)`,
    );
  const [, not, key = '', operator, value] = form;
  if (operator === undefined) return (labels) => key in labels === (not !== '!');
  return (labels) => (labels[key] === value) === (operator !== '!=');
};
