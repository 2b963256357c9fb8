import { serviceType } from '../../../lib/core/model/service-object.ts';
import { chanceOf, whole } from '../chance.ts';
import { keyOf, setEndpoints } from '../earth.ts';
import { type Stage, written } from './stage.ts';

/** Gives each Service of type LoadBalancer an address of its own, a while after it looks. */
export const createCloud = (stage: Omit<Stage, 'cloudLooks'>): Stage['cloudLooks'] => {
  const { script, earth, time, hear } = stage;
  const chance = chanceOf(script.seed, 'cloud');
  const serve = (cluster: string, service: string): void => {
    const member = earth.kubernetes.world.member(cluster);
    const found = member.get(keyOf(service));
    if (!found || serviceType(found) !== 'LoadBalancer' || found.ingress.length > 0) return;
    const count = earth.addresses.size;
    const ip = `198.18.${Math.floor(count / 250)}.${(count % 250) + 1}`;
    earth.addresses.set(ip, cluster);
    member.setIngress(keyOf(service), [{ ip }]);
    setEndpoints(earth, cluster, service, earth.endpoints.get(`${cluster}/${service}`) ?? 2);
    hear(cluster, written('services', service, { subresource: 'status' }));
  };
  return (cluster, service) =>
    time.at(time.now() + whole(chance, 2_000, 20_000), () => serve(cluster, service));
};
