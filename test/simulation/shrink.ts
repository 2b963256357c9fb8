import type { Deed, FaultWindow, Script } from './script.ts';

type Part = { readonly deed: Deed } | { readonly window: FaultWindow };

/**
 * Leaves out whatever a failing script fails without, larger parts first, until nothing more can go or `tries` runs are made.
 * `fails` must say the same of the same script each time.
 */
export const shrink = async (
  script: Script,
  fails: (script: Script) => Promise<boolean>,
  tries: number,
): Promise<Script> => {
  let left = tries;
  let parts: readonly Part[] = partsOf(script);
  for (let size = Math.ceil(parts.length / 2); size >= 1 && left > 0; ) {
    let cut = false;
    for (let at = 0; at < parts.length && left > 0; ) {
      const fewer = [...parts.slice(0, at), ...parts.slice(at + size)];
      left -= 1;
      if (await fails(scriptOf(script, fewer))) {
        parts = fewer;
        cut = true;
      } else at += size;
    }
    if (size > 1) size = Math.ceil(size / 2);
    else if (!cut) break;
  }
  return scriptOf(script, parts);
};

const partsOf = ({ windows, deeds }: Script): readonly Part[] => [
  ...windows.map((window) => ({ window })),
  ...deeds.map((deed) => ({ deed })),
];

const scriptOf = (script: Script, parts: readonly Part[]): Script => ({
  ...script,
  windows: parts.flatMap((part) => ('window' in part ? [part.window] : [])),
  deeds: parts.flatMap((part) => ('deed' in part ? [part.deed] : [])),
});
