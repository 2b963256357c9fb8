/** What one look at a cluster's `/healthz` showed. */
export type ProbeResult =
  /** Well; a warning is for the operator and changes nothing. */
  | { readonly kind: 'ok'; readonly warning?: string }
  /** It answered, but not that it is well. */
  | { readonly kind: 'unwell'; readonly message: string }
  | { readonly kind: 'silent'; readonly message: string }
  /** It was not asked, since its credentials could not be had: neither an answer nor silence. */
  | { readonly kind: 'unasked'; readonly message: string };

/** An answer of `/healthz`; `unverified` if the server's certificate was not checked. */
type Healthz = {
  readonly httpStatus: number;
  readonly body: string;
  readonly unverified?: boolean;
};

const unverifiedWarning =
  'its certificate is not checked (insecure-skip-tls-verify), so that anybody may have answered';

/** Judges an answer: 2xx with the body `ok`, whatever its case and surrounding space (spec 8.2, W36). */
export const judgeHealthz = ({ httpStatus, body, unverified }: Healthz): ProbeResult => {
  const well = httpStatus >= 200 && httpStatus <= 299;
  if (well && body.trim().toLowerCase() === 'ok')
    return unverified ? { kind: 'ok', warning: unverifiedWarning } : { kind: 'ok' };
  const detail = well ? '' : `: status ${httpStatus}`;
  return { kind: 'unwell', message: `/healthz responded without ok${detail}` };
};
