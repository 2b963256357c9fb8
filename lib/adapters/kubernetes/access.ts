import type { Ms } from '../../core/model/time.ts';

/** How a client proves the server's identity and its own. */
export type TlsAccess = {
  /** PEM; absent means the authorities that Node knows. */
  readonly ca?: string;
  /** PEM. */
  readonly cert?: string;
  /** PEM. */
  readonly key?: string;
  /** Name that the server's certificate must have, where it is not the host of the address. */
  readonly serverName?: string;
  /** `true` only where the operator switched verification off for this cluster. */
  readonly insecure?: boolean;
};

/** Everything needed to talk to one API server. */
export type Access = {
  /** What messages call the cluster, such as `the host` or `cluster tokyo`. */
  readonly label: string;
  /** Address with scheme; a path, if it has one, comes before every API path. */
  readonly server: URL;
  readonly tls: TlsAccess;
  /** Asked before every request, since tokens rotate; absent for client certificates or no credentials. */
  readonly token?: () => Promise<string>;
};

/** An access as it is now. */
export type CurrentAccess = {
  readonly access: Access;
  /** Differs where it would be another access. */
  readonly version: string;
  /** How long it is used before it is read again; a minute unless given. */
  readonly keepMs?: Ms;
  /** Hears that the API did not answer, or refused that token. */
  readonly doubt?: (token?: string) => void;
};
