const asked = process.env['SEAMARK_LAW_RUNS'];

/**
 * How often each law is tried: `SEAMARK_LAW_RUNS`, or a thousand times. A law that falls prints its seed and the path to the
 * smallest case, which `fc.assert` takes back.
 */
export const runs = { numRuns: asked === undefined ? 1_000 : Number(asked) } as const;
