import type { Ms } from '../../core/model/time.ts';
import type { SecretStore } from '../../ports/secret-store.ts';
import type { CurrentAccess } from './access.ts';
import { readKubeconfig } from './kubeconfig.ts';
import { accessOfKubeconfig, type KubeconfigTarget } from './kubeconfig-access.ts';

/** Secrets Manager takes a fee for each look, so that one a minute, a cluster and an environment would cost more than the functions. */
const keepMs: Ms = 300_000;

/** Reads the access that a kubeconfig in Secrets Manager gives: its named context, or the current one. Throws `ControllerError`. */
export const readStoredKubeconfig = async (
  stored: { readonly name: string; readonly context?: string },
  target: KubeconfigTarget,
  secrets: SecretStore,
): Promise<CurrentAccess> => {
  const text = await secrets.read(stored.name);
  const what = `use secret ${stored.name} of Secrets Manager for ${target.label}`;
  const context = await readKubeconfig(text, what, stored.context);
  const used = await accessOfKubeconfig(context, { what }, target);
  return { ...used, version: text, keepMs };
};
