import type { Plugin } from 'esbuild';

const namespace = 'light-http';

/**
 * Resolves `node:http` to a CommonJS module that returns the built-in itself. The ESM facade of `node:http`
 * evaluates every export, which loads Node's whole fetch and WebSocket code and costs 20-30 ms of each cold start.
 */
export const lightHttp: Plugin = {
  name: namespace,
  setup(build) {
    build.onResolve({ filter: /^(node:)?http$/ }, () => ({ path: 'node-http', namespace }));
    build.onLoad({ filter: /.*/, namespace }, () => ({
      contents: `module.exports = process.getBuiltinModule('node:http');`,
      loader: 'js',
    }));
  },
};
