/** How often each law is tried. A law that falls prints its seed and the path to the smallest case, which `fc.assert` takes back. */
export const runs = { numRuns: 1_000 } as const;
