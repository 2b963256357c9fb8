import type { JsonObject } from '../../../lib/core/model/json.ts';
import type { ServiceObject } from '../../../lib/core/model/service-object.ts';
import { aService } from '../../support/builders/service.ts';
import { keyOf } from '../earth.ts';
import type { Doing } from '../script.ts';
import { type Stage, written } from './stage.ts';

/** Declares a Service, unless there is one. */
export const create = ({ service }: Doing<'create'>, { earth, hear }: Stage): void => {
  const { host } = earth.kubernetes.world;
  if (host.get(keyOf(service)) !== undefined) return;
  host.put({ ...aService(), key: keyOf(service), finalizers: [] });
  hear('host', written('services', service, { verb: 'create' }));
};

/** Deletes a Service, which waits for its finalizers. */
export const remove = ({ service }: Doing<'delete'>, { earth, hear }: Stage): void => {
  earth.kubernetes.world.host.remove(keyOf(service));
  hear('host', written('services', service, { verb: 'delete' }));
};

/** Changes a Service that is not being deleted. */
export const edit = (
  deed: Doing<'label' | 'unlabel' | 'set-type' | 'set-port'>,
  { earth, hear }: Stage,
): void => {
  const { host } = earth.kubernetes.world;
  const now = host.get(keyOf(deed.service));
  if (now === undefined || now.deletionTimestamp !== undefined) return;
  host.edit(now.key, (service) => ({ ...service, ...changeOf(deed, service) }));
  hear('host', written('services', deed.service));
};

const changeOf = (
  deed: Doing<'label' | 'unlabel' | 'set-type' | 'set-port'>,
  { spec }: ServiceObject,
): Partial<ServiceObject> => {
  switch (deed.do) {
    case 'label':
      return { labels: aService().labels };
    case 'unlabel':
      return { labels: {} };
    case 'set-type':
      return { spec: withType(deed.type, spec) };
    case 'set-port':
      return {
        spec: {
          ...spec,
          ports: [{ name: 'http', port: deed.port, protocol: 'TCP', targetPort: 8080 }],
        },
      };
  }
};

// What only one type may have goes with it.
const withType = (type: string, { selector, ports }: JsonObject): JsonObject => ({
  type,
  selector: selector ?? {},
  ports: ports ?? [],
});
