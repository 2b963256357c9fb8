/** The watches that are streaming now. */
export type OpenWatches = {
  /** Remembers what ends a watch of a bucket; returns what forgets it. */
  readonly add: (bucket: string, stop: () => void) => () => void;
  /** Ends the watches of one bucket, or all. */
  readonly end: (bucket?: string) => void;
};

/** Builds an empty register. */
export function createOpenWatches(): OpenWatches {
  const open = new Set<{ readonly bucket: string; readonly stop: () => void }>();
  return {
    add: (bucket, stop) => {
      const entry = { bucket, stop };
      open.add(entry);
      return () => open.delete(entry);
    },
    end: (bucket) => {
      for (const entry of [...open]) {
        if (bucket === undefined || entry.bucket === bucket) entry.stop();
      }
    },
  };
}
