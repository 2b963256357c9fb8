import { elbZoneIds } from './elb-zone-ids.ts';

/** More zone ids by suffix of the host name; they come before the known ones. */
export type ZoneIdsBySuffix = { readonly [suffix: string]: string };

/**
 * The hosted zone of an ELB's host name, undefined if it is none: `*.<region>.elb.amazonaws.com` is an application or classic load
 * balancer, `*.elb.<region>.amazonaws.com` a network one (spec aws.md 1.6). Suffixes match on label borders, the longest wins.
 */
export const elbZoneId = (hostname: string, more: ZoneIdsBySuffix = {}): string | undefined =>
  bySuffix(hostname, more) ?? ofRegion(hostname);

const bySuffix = (hostname: string, ids: ZoneIdsBySuffix): string | undefined => {
  const [longest] = Object.keys(ids)
    .filter((suffix) => hostname.endsWith(`.${suffix}`))
    .sort((left, right) => right.length - left.length);
  return longest === undefined ? undefined : ids[longest];
};

const forms = {
  application: /\.([a-z0-9-]+)\.elb\.amazonaws\.com(\.cn)?$/,
  network: /\.elb\.([a-z0-9-]+)\.amazonaws\.com(\.cn)?$/,
};

const ofRegion = (hostname: string): string | undefined => {
  const application = forms.application.exec(hostname);
  if (application) return idOf(application, 0);
  const network = forms.network.exec(hostname);
  return network ? idOf(network, 1) : undefined;
};

// Only the regions of China end in `.cn`.
const idOf = ([, region = '', china]: RegExpExecArray, column: 0 | 1): string | undefined =>
  region.startsWith('cn-') === (china !== undefined) ? elbZoneIds[region]?.[column] : undefined;
