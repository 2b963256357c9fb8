import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The programs that `npm run kube:build` makes, each from `build/cmd/<name>`. */
export const programs = ['etcd', 'kube-apiserver', 'kube-controller-manager'] as const;

/** Folder of the Go module. */
export const moduleFolder = join(import.meta.dirname, 'build');

/** What the Go module asks for. */
export type ModuleVersions = {
  /** `v1.34.2` */
  readonly kubernetes: string;
  /** `v3.6.5` */
  readonly etcd: string;
  /** The oldest Go that builds them, `1.24.0`. */
  readonly go: string;
};

/** Reads the versions from `go.mod`. Throws where one is not pinned there. */
export const moduleVersions = (): ModuleVersions => {
  const text = readFileSync(join(moduleFolder, 'go.mod'), 'utf8');
  const find = (line: RegExp, what: string): string => {
    const found = line.exec(text)?.[1];
    if (found === undefined) throw new Error(`Cannot read ${what} from test/kube/build/go.mod`);
    return found;
  };
  return {
    kubernetes: find(/^\tk8s\.io\/kubernetes (v\S+)$/m, 'the version of Kubernetes'),
    etcd: find(/^\tgo\.etcd\.io\/etcd\/server\/v3 (v\S+)$/m, 'the version of etcd'),
    go: find(/^go (\S+)$/m, 'the version of Go'),
  };
};

/**
 * Where the built programs are, outside the tree: a folder for these versions in `SEAMARK_KUBE_CACHE`, or in `seamark/kube` of the
 * user's cache.
 */
export const cacheFolder = (): string => {
  const { kubernetes, etcd } = moduleVersions();
  const caches = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  const root = process.env['SEAMARK_KUBE_CACHE'] || join(caches, 'seamark', 'kube');
  return join(root, `${kubernetes}-etcd-${etcd}`);
};
