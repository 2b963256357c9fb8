/** What AWS endpoints of the regions end in, by the beginning of their names (botocore `partitions.json`); every other region is of `aws`. */
const suffixes: readonly (readonly [prefix: string, suffix: string])[] = [
  ['cn-', 'amazonaws.com.cn'],
  ['us-gov-', 'amazonaws.com'],
  ['us-iso-', 'c2s.ic.gov'],
  ['us-isob-', 'sc2s.sgov.gov'],
  ['eu-isoe-', 'cloud.adc-e.uk'],
  ['us-isof-', 'csp.hci.ic.gov'],
  ['eusc-', 'amazonaws.eu'],
];

/** The regional host of STS, which alone says who signed a token for a cluster of that region (aws-iam-authenticator `verifyHost`). */
export const stsHost = (region: string): string => {
  const found = suffixes.find(([prefix]) => region.startsWith(prefix));
  return `sts.${region}.${found?.[1] ?? 'amazonaws.com'}`;
};
