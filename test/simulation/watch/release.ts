import { deleteFinalizer } from '../../../lib/core/model/names.ts';
import { formatServiceKey, type ServiceKey } from '../../../lib/core/model/service-key.ts';
import { type Earth, isOurs, zoneId } from '../earth.ts';
import type { Onlooker } from '../invocation.ts';
import type { Script } from '../script.ts';

/** The finalizer goes only when no record and no copy of the Service is left. */
export const watchRelease = (
  script: Script,
  earth: Earth,
  fault: (words: string) => void,
): Onlooker => {
  const { host } = earth.kubernetes.world;
  const isHeld = (key: ServiceKey): boolean =>
    host.get(key)?.finalizers.includes(deleteFinalizer) ?? false;
  return (call, args) => {
    if (call !== 'federatedServices.patchMetadata') return undefined;
    const [key] = args as [ServiceKey]; // what that port takes
    if (!isHeld(key)) return undefined;
    return () => {
      if (isHeld(key)) return;
      for (const left of [...recordsOf(earth, key), ...copiesOf(script, earth, key)]) {
        fault(`the finalizer of ${formatServiceKey(key)} went while ${left} stood`);
      }
    };
  };
};

const recordsOf = (earth: Earth, key: ServiceKey): readonly string[] =>
  earth.records
    .sets(zoneId)
    .map(({ name, type }) => `${name} ${type}`)
    .filter((place) => place.startsWith(`${key.name}.${key.namespace}.`))
    .filter((place) => !earth.strangers.has(place));

const copiesOf = (script: Script, earth: Earth, key: ServiceKey): readonly string[] =>
  Object.keys(script.places)
    .filter((cluster) => earth.kubernetes.world.clusters.get(cluster)?.deleting === false)
    .filter((cluster) => isOurs(earth.kubernetes.world.member(cluster).get(key)))
    .map((cluster) => `the copy in ${cluster}`);
