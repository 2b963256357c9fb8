import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type Address, parseAddress } from './addresses.ts';

const FUTURE = 'will be considered invalid in a future Kubernetes release';
const CANONICAL = 'should be in RFC 5952 canonical format';

/** Addresses that Go's strict parser takes too: no leading zeros, no IPv4 in the clothes of IPv6. */
function isStandard({ family }: Address, value: string): boolean {
  return family === 'IPv6' || isIPv4(value);
}

/** What the API warns of an address that it takes, but in another spelling. Source: `validation.GetWarningsForIP`. */
export function addressWarnings(field: string, value: string): readonly string[] {
  const address = parseAddress(value);
  if (address === undefined) return [];
  const [given, better] = [JSON.stringify(value), JSON.stringify(address.text)];
  if (!isStandard(address, value)) {
    return [`${field}: non-standard IP address ${given} ${FUTURE}: use ${better}`];
  }
  if (address.family === 'IPv4' || value === address.text) return [];
  return [`${field}: IPv6 address ${given} ${CANONICAL} (${better})`];
}

/** What the API warns of a network that it takes. Source: `validation.GetWarningsForCIDR`. */
export function networkWarnings(field: string, value: string): readonly string[] {
  const [ip = '', bits = ''] = value.split('/');
  const address = parseAddress(ip);
  const widest = address?.family === 'IPv4' ? 32 : 128;
  if (address === undefined || !/^\d+$/.test(bits) || Number(bits) > widest) return [];
  const { family, text } = address;
  const kind = family === 'IPv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  const base = kind.networkAddressFromCIDR(`${text}/${bits}`);
  const baseText = base instanceof ipaddr.IPv6 ? base.toRFC5952String() : base.toString();
  const [given, network] = [JSON.stringify(value), JSON.stringify(`${baseText}/${bits}`)];
  const single = JSON.stringify(`${text}/${widest}`);
  const warnings = [
    ...(baseText === text
      ? []
      : [
          `${field}: CIDR value ${given} is ambiguous in this context (should be ${network} or ${single}?)`,
        ]),
    ...(isStandard(address, ip)
      ? []
      : [`${field}: non-standard CIDR value ${given} ${FUTURE}: use ${network}`]),
  ];
  const isSpelled = family === 'IPv4' || value === `${text}/${bits}`;
  return warnings.length > 0 || isSpelled
    ? warnings
    : [`${field}: IPv6 CIDR value ${given} ${CANONICAL} (${network})`];
}
