import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { createEksAuthenticator } from '../../../infra/sandbox/aws/access/eks-authenticator.ts';
import { startSts } from '../../../infra/sandbox/aws/access/sts.ts';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';
import type { AwsCredentials } from '../../../lib/ports/aws-credentials.ts';
import { givenEndpoint } from '../../aws/stand-in/given-endpoint.ts';
import {
  closedRole,
  fedRole,
  openAccount,
  ownCredentials,
  ownRole,
} from '../access/aws-account.ts';

/** STS with a role that may be assumed, and one that may not. */
export type OpenSts = {
  readonly url: string;
  readonly region: string;
  readonly own: AwsCredentials;
  readonly open: string;
  readonly closed: string;
  /** Whether STS knows who sends the presigned request in a token of EKS, as the API of a cluster asks it. */
  readonly knows: (token: string, clusterName: string) => Promise<boolean>;
  readonly close: () => Promise<void>;
};

const region = 'eu-west-1';

/** Opens the stand-in that comes with the project, or what `AWS_ENDPOINT_URL` names. */
export const openSts = (): Promise<OpenSts> => {
  const url = givenEndpoint('STS');
  return url === undefined ? openEmbedded() : openAt(url);
};

const openEmbedded = async (): Promise<OpenSts> => {
  const iam = openAccount(Date.now);
  const { url, close } = await startSts({ iam, now: Date.now });
  const user = { username: 'seamark', groups: ['seamark'] };
  const entries = { [ownRole]: user, [fedRole]: user };
  const given = { iam, dnsSuffix: 'amazonaws.com', accessEntries: entries, now: Date.now };
  return {
    url,
    region,
    own: ownCredentials,
    open: fedRole,
    closed: closedRole,
    knows: async (token, clusterName) =>
      createEksAuthenticator({ ...given, clusterName })(token).kind === 'user',
    close,
  };
};

const openAt = async (url: string): Promise<OpenSts> => ({
  url,
  region,
  own: sandboxClientConfig(url, region).credentials,
  open: fedRole,
  closed: closedRole,
  knows: (token, clusterName) => askPresigned(url, token, clusterName),
  close: async () => undefined,
});

/** Sends the request in a token on, as the API of a cluster does, but to `url`; fetch would not send the host that is signed. */
const askPresigned = async (url: string, token: string, clusterName: string): Promise<boolean> => {
  const presigned = Buffer.from(token.replace('k8s-aws-v1.', ''), 'base64url').toString('utf8');
  const { host, search } = new URL(presigned);
  const headers = { host, 'x-k8s-aws-id': clusterName };
  const send = url.startsWith('https:') ? https.get : http.get;
  const [response] = await once(send(new URL(search, url), { headers }), 'response');
  return response.statusCode === 200 && /<Arn>arn:/.test(await text(response));
};
