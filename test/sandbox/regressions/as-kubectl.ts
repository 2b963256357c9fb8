import { readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { parse } from 'yaml';
import type { Federation } from './federation.ts';

type Kubeconfig = {
  readonly users: readonly { readonly user: { readonly token: string } }[];
  readonly clusters: readonly {
    readonly cluster: { readonly 'certificate-authority-data'?: string };
  }[];
};

/** What `kubectl` sends to the host: with the token of the kubeconfig unless told otherwise. Returns the HTTP status. */
export const asKubectl = async (
  { sandbox, folder }: Federation,
  call: { method: string; path: string; body: object; authorization?: string },
): Promise<number> => {
  // The cast reads the file that the sandbox has just written.
  const config = parse(await readFile(`${folder}/kubeconfig`, 'utf8')) as Kubeconfig;
  const authority = config.clusters[0]?.cluster['certificate-authority-data'];
  const url = new URL(`${sandbox.host.url}${call.path}`);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const body = JSON.stringify(call.body);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = send(url, {
      method: call.method,
      agent: false,
      headers: {
        authorization: call.authorization ?? `Bearer ${config.users[0]?.user.token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
      ...(authority === undefined ? {} : { ca: Buffer.from(authority, 'base64') }),
    });
    outgoing.on('response', resolve);
    outgoing.on('error', reject);
    outgoing.end(body);
  });
  response.resume();
  return response.statusCode ?? 0;
};
