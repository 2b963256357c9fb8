import { Agent, request as httpRequest, type RequestOptions } from 'node:http';

const POST_TIMEOUT_MS = 30_000;

/** Posts a body and answers the HTTP status. Rejects on a network error, a timeout or an abort. */
export type Post = (body: string, signal: AbortSignal) => Promise<number>;

/** A sender of JSON to one URL with a bearer token, and what closes its sockets. Source: spec 5.1 (30 s a POST). */
export function createPost(
  url: string,
  token: string,
): { readonly post: Post; readonly close: () => void } {
  const agent = new Agent({ keepAlive: true });
  const target = new URL(url);
  return {
    post: (body, signal) =>
      send(
        target,
        {
          agent,
          method: 'POST',
          signal: AbortSignal.any([signal, AbortSignal.timeout(POST_TIMEOUT_MS)]),
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            authorization: `Bearer ${token}`,
            'user-agent': 'kube-apiserver-admission',
          },
        },
        body,
      ),
    close: () => agent.destroy(),
  };
}

function send(target: URL, options: RequestOptions, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(target, options, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', reject);
    request.end(body);
  });
}
