import { type AwsService, givenEndpoint } from './given-endpoint.ts';

/** What answers in place of AWS: the parts that come with the project, one that tells its name, or one that does not. */
export type StandIn = 'embedded' | 'moto' | 'localstack' | 'unnamed';

/** Paths that only one stand-in answers with 200. */
const tells = [
  { standIn: 'moto', path: '/moto-api/' },
  { standIn: 'localstack', path: '/_localstack/health' },
] as const;

const awsHost = /(^|\.)(amazonaws\.com(\.cn)?|api\.aws)$/;

/**
 * Asks an endpoint what it is.
 *
 * @throws Error that says what to do if it can't be reached, or is AWS itself
 */
export const detectStandIn = async (endpoint: string): Promise<StandIn> => {
  if (awsHost.test(new URL(endpoint).hostname)) {
    throw new Error(
      `Cannot test against ${endpoint}: the suites sign with made-up credentials and make hundreds of resources. Give the endpoint of a stand-in.`,
    );
  }
  for (const { standIn, path } of tells) {
    if (await answers(new URL(path, endpoint))) return standIn;
  }
  return 'unnamed';
};

const answers = async (url: URL): Promise<boolean> => {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
    await response.body?.cancel();
    return response.status === 200;
  } catch (cause) {
    throw new Error(
      `Cannot reach ${url.origin}: start the stand-in there, or unset AWS_ENDPOINT_URL to run on the embedded ones.`,
      { cause },
    );
  }
};

const detected = new Map<string, Promise<StandIn>>();

/** What stands in for a service; each endpoint is asked once. */
export const standInOf = (service: AwsService): Promise<StandIn> => {
  const endpoint = givenEndpoint(service);
  if (endpoint === undefined) return Promise.resolve('embedded');
  const asked = detected.get(endpoint) ?? detectStandIn(endpoint);
  detected.set(endpoint, asked);
  return asked;
};
