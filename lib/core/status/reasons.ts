/** Reasons of the condition `EndpointsReady`. */
export const endpointsReasons = {
  ready: 'ReadyEndpoints',
  notWanted: 'ExternalName',
  none: 'NoReadyEndpoints',
} as const;

/** Reasons of the condition `DNSInSync`. */
export const dnsReasons = {
  published: 'Published',
  notWanted: 'NotALoadBalancer',
  nothingYet: 'NoAddressYet',
  publishing: 'Publishing',
  withdrawing: 'Withdrawing',
} as const;
