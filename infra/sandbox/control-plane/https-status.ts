import { request } from 'node:https';

/** Asks a server on this machine once; the HTTP status, or undefined where nobody answers in time. */
export const httpsStatus = (
  url: string,
  { ca, token, limitMs }: { readonly ca: string; readonly token: string; readonly limitMs: number },
): Promise<number | undefined> =>
  new Promise((resolve) => {
    const outgoing = request(url, {
      agent: false,
      ca,
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(limitMs),
    });
    outgoing.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    outgoing.on('error', () => resolve(undefined));
    outgoing.end();
  });
