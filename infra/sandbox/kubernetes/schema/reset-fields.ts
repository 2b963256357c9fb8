/** Which endpoint of an object a write goes to. */
export type Endpoint = {
  readonly subresource: '' | 'status';
  /** `false` where the kind has no status sub-resource, so that the main endpoint writes status too. Default true. */
  readonly hasStatus?: boolean;
};

/**
 * The top-level fields that an endpoint ignores, which its writers therefore never own: `status` on the main endpoint,
 * `spec` on the status endpoint. Source: `GetResetFields` of the strategies of apiserver.
 */
export function resetFieldsOf(endpoint: Endpoint): readonly string[] {
  if (endpoint.subresource === 'status') return ['spec'];
  return endpoint.hasStatus === false ? [] : ['status'];
}
