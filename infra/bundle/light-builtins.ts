import { isBuiltin } from 'node:module';
import type { OnLoadResult, Plugin } from 'esbuild';

const direct = 'light-builtin';
const deferred = 'deferred-builtin';

/**
 * Takes built-in modules from `process.getBuiltinModule` instead of importing them. An import would evaluate every export of each, and
 * some exports are getters that load much of Node: `http.WebSocket` its whole fetch, `fs.ReadStream` its readline. A getter that is
 * asked for is evaluated where it is used. What nobody uses leaves no byte.
 */
export const lightBuiltins: Plugin = {
  name: 'light-builtins',
  setup(build) {
    build.onResolve({ filter: /^(node:)?[a-z_]+(\/[a-z_]+)*$/ }, ({ path, kind }) => {
      if (!isBuiltin(path)) return undefined;
      // CommonJS takes the module itself, as it is.
      const namespace = kind === 'require-call' ? deferred : direct;
      return { path: path.replace(/^node:/, ''), namespace, sideEffects: false };
    });
    build.onResolve({ filter: /^deferred:/ }, ({ path }) => ({
      path: path.replace('deferred:', ''),
      namespace: deferred,
      sideEffects: false,
    }));
    build.onLoad({ filter: /.*/, namespace: direct }, ({ path }) => exportsOf(path));
    build.onLoad({ filter: /.*/, namespace: deferred }, ({ path }) => ({
      contents: `module.exports = ${moduleOf(path)};`,
      loader: 'js',
    }));
  },
};

const moduleOf = (name: string): string => `process.getBuiltinModule('node:${name}')`;

const exportsOf = (name: string): OnLoadResult => {
  const module: object = process.getBuiltinModule(`node:${name}`) ?? {};
  const names = Object.keys(module).filter((key) => /^[A-Za-z_]\w*$/.test(key));
  const getters = names.filter((key) => isGetter(module, key));
  const values = names.filter((key) => key !== 'default' && !isGetter(module, key));
  const lines = [
    `const builtin = /* @__PURE__ */ ${moduleOf(name)};`,
    'export default builtin;',
    // Only a call can be marked as one that may be left out.
    ...values.map((key, at) => `const v${at} = /* @__PURE__ */ (() => builtin.${key})();`),
    ...values.map((key, at) => `export { v${at} as ${key} };`),
    ...(getters.length > 0 ? [`export { ${getters.join(', ')} } from 'deferred:${name}';`] : []),
  ];
  return { contents: lines.join('\n'), loader: 'js', resolveDir: '/' };
};

const isGetter = (module: object, key: string): boolean =>
  Object.getOwnPropertyDescriptor(module, key)?.get !== undefined;
