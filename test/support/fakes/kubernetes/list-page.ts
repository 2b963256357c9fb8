import { ControllerError } from '../../../../lib/core/model/failure.ts';
import { formatServiceKey, type ServiceKey } from '../../../../lib/core/model/service-key.ts';
import type { ServiceObject } from '../../../../lib/core/model/service-object.ts';
import type { ListOptions, Page } from '../../../../lib/ports/federated-services.ts';

/** One page of a cluster's Services, which `after` gives in the order of their keys, from any key on. */
export const pageOf = (
  after: (text: string) => Iterable<ServiceObject>,
  { labelSelector, namespace, next = '' }: ListOptions,
  {
    size,
    holds = () => true,
  }: { readonly size: number; readonly holds?: (key: ServiceKey) => boolean },
): Page<ServiceObject> => {
  const matches = parseSelector(labelSelector);
  const items: ServiceObject[] = [];
  for (const service of after(next)) {
    const { key, labels } = service;
    if ((namespace ?? key.namespace) !== key.namespace || !matches(labels) || !holds(key)) continue;
    const last = items.at(-1);
    if (last !== undefined && items.length === size) {
      return { items, next: formatServiceKey(last.key) };
    }
    items.push(service);
  }
  return { items };
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
