/** Configuration of an AWS client that speaks to a stand-in; the stand-ins take any credentials. */
export function sandboxClientConfig(endpoint: string, region = 'us-east-1') {
  return {
    endpoint,
    region,
    credentials: { accessKeyId: 'sandbox', secretAccessKey: 'sandbox' },
  };
}
