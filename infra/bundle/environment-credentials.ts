import { dirname } from 'node:path';
import type { Plugin } from 'esbuild';

const namespace = 'environment-credentials';

/**
 * Gives the AWS clients the credentials that Lambda puts into the environment of a function (Lambda Developer Guide, "Defined runtime
 * environment variables"), and no others. Their own chain goes on to profiles, SSO, web identity and instance metadata, which are never
 * there: a hundred KB, and code that every cold start would read.
 */
export const environmentCredentials: Plugin = {
  name: namespace,
  setup(build) {
    const filter = /^@aws-sdk\/credential-provider-node$/;
    build.onResolve({ filter }, async ({ path, kind, resolveDir, pluginData }) => {
      if (pluginData === namespace) return undefined;
      const chain = await build.resolve(path, { kind, resolveDir, pluginData: namespace });
      // The provider of the environment is found where the chain finds it.
      return { path: 'environment', namespace, pluginData: dirname(chain.path) };
    });
    build.onLoad({ filter: /.*/, namespace }, ({ pluginData }) => ({
      contents: `export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';`,
      loader: 'js',
      resolveDir: String(pluginData),
    }));
  },
};
