/** What one look at a cluster's `/healthz` showed. */
export type ProbeResult =
  | { readonly kind: 'ok' }
  /** It answered, but not that it is well. */
  | { readonly kind: 'unwell'; readonly message: string }
  | { readonly kind: 'silent'; readonly message: string }
  /** It was not asked, since its credentials could not be had: neither an answer nor silence. */
  | { readonly kind: 'unasked'; readonly message: string };

/** Judges an answer: 2xx with the body `ok`, whatever its case and surrounding space (spec 8.2, W36). */
export const judgeHealthz = (httpStatus: number, body: string): ProbeResult => {
  const well = httpStatus >= 200 && httpStatus <= 299;
  if (well && body.trim().toLowerCase() === 'ok') return { kind: 'ok' };
  const detail = well ? '' : `: status ${httpStatus}`;
  return { kind: 'unwell', message: `/healthz responded without ok${detail}` };
};
