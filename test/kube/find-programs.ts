import { findAssets } from '../../infra/sandbox/control-plane/assets.ts';
import { cacheFolder } from './kube-cache.ts';

/**
 * The folder of the programs to run on: `KUBEBUILDER_ASSETS`, or what `npm run kube:build` made; undefined where there is neither.
 * Throws where the named folder lacks one.
 */
export const findPrograms = async (): Promise<string | undefined> => {
  const named = process.env['KUBEBUILDER_ASSETS'];
  const folder = named || cacheFolder();
  try {
    await findAssets(folder);
    return folder;
  } catch (error) {
    if (named) throw error;
    return undefined;
  }
};
