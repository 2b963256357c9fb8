import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import {
  type AuthorizationMode,
  type Authorize,
  createAuthorize,
  type OnDecision,
} from './access/authorize.ts';
import { bootstrapRoles } from './access/bootstrap-roles.ts';
import { type AuditLog, createDispatch } from './audit/audited.ts';
import { parsePolicy } from './audit/policy.ts';
import { type AuditOptions, type AuditWebhook, createAuditWebhook } from './audit/webhook.ts';
import { createCatalog, storageOf } from './catalog/catalog.ts';
import { pods } from './catalog/pods.ts';
import { startGarbageCollector } from './collector/garbage.ts';
import { startNamespaceController } from './collector/namespaces.ts';
import { startTokenController, userOfToken } from './collector/tokens.ts';
import { followDefinitions } from './custom/definitions.ts';
import { type Groups, type TokenReview, tokenless, type Users } from './http/authenticate.ts';
import { handle } from './http/handler.ts';
import { createOpenWatches } from './http/open-watches.ts';
import { createAllocators } from './kinds/allocators.ts';
import { builtinResources } from './kinds/builtin.ts';
import { seedObjects } from './kinds/seed-objects.ts';
import { createStore } from './storage/store.ts';
import type { Engine } from './verbs/engine.ts';

/** How a cluster's API server runs. */
export type KubernetesOptions = {
  /** The cluster's name. */
  readonly name: string;
  /** The loopback port to listen on; 0, the default, takes a free one. */
  readonly port?: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** At least 0, below 1. */
  readonly random: () => number;
  /** Usernames by bearer token. */
  readonly users?: Users;
  /** Groups by username, besides those that the name itself brings. */
  readonly groups?: Groups;
  /** Who tokens are from that `users` does not list. */
  readonly tokenReview?: TokenReview;
  /** Who a request without a token comes from; by default the administrator. */
  readonly tokenless?: keyof typeof tokenless;
  /** Who may do what; everybody everything by default, as of kube-apiserver. */
  readonly authorization?: AuthorizationMode;
  /** Hears of every request whether its user may do that; a create on an update or apply is one of its own. */
  readonly onDecision?: OnDecision;
  /** Where to send audit events; nowhere by default. */
  readonly audit?: AuditOptions;
  /** How many writes watches and pages may lie behind before they get 410; 10,000 by default. */
  readonly historyLimit?: number;
};

/** A running API server. */
export type KubernetesServer = {
  readonly url: string;
  readonly port: number;
  /** Authority of a server that is reached over TLS, PEM. */
  readonly ca?: string;
  /** Stops listening and drops all connections, as an API server that is down; the storage stays. */
  readonly suspend: () => Promise<void>;
  /** Listens again on the same port. */
  readonly resume: () => Promise<void>;
  /** Ends it for good: audit events that wait are sent once, no timer or socket is left. */
  readonly close: () => Promise<void>;
};

const HISTORY_LIMIT = 10_000;
const POLICY_FILE = new URL('../../manifests/audit-policy.yaml', import.meta.url);

/**
 * Starts a Kubernetes API server on loopback that stores what it is sent and enforces what kube-apiserver v1.34 does.
 * Rejects if the port is taken.
 */
export async function startKubernetes(options: KubernetesOptions): Promise<KubernetesServer> {
  const engine = createEngine(options);
  const webhook = options.audit && createAuditWebhook(options.audit, options.random);
  const dispatch = createDispatch(engine, webhook && (await auditLog(options.audit, webhook)));
  const watches = createOpenWatches();
  const stopDefinitions = followDefinitions(engine, watches.end);
  const reactors = [
    startGarbageCollector(engine, dispatch),
    startNamespaceController(engine, dispatch),
    startTokenController(engine),
  ];
  seed(engine, options);
  const side = {
    engine,
    dispatch,
    users: options.users ?? {},
    groups: options.groups ?? {},
    review: (token: string) => userOfToken(engine.store, token) ?? options.tokenReview?.(token),
    tokenless: tokenless[options.tokenless ?? 'administrator'],
    watches,
  };
  const listener = createListener((request, response) => void handle(side, request, response));
  const port = await listener.listen(options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    suspend: async () => {
      watches.end();
      await listener.close();
    },
    resume: async () => {
      await listener.listen(port);
    },
    close: async () => {
      watches.end();
      await listener.close();
      for (const reactor of reactors) reactor.stop();
      stopDefinitions();
      await (webhook satisfies AuditWebhook | undefined)?.close();
    },
  };
}

function createEngine(options: KubernetesOptions): Engine {
  const { now, random, historyLimit, authorization } = options;
  const context = { now, random, allocators: createAllocators({ random }) };
  const catalog = createCatalog();
  catalog.replace('', [...builtinResources(context), pods]);
  const store = createStore(historyLimit ?? HISTORY_LIMIT);
  const decide = createAuthorize(store, authorization ?? 'AlwaysAllow');
  const authorize: Authorize = (user, request) => {
    const decision = decide(user, request);
    options.onDecision?.(user, request, decision);
    return decision;
  };
  return { store, catalog, context, authorize, decide };
}

function seed({ store, catalog, context }: Engine, options: KubernetesOptions): void {
  const { name, authorization } = options;
  const roles = authorization === 'RBAC' ? bootstrapRoles : [];
  const now = context.now();
  for (const object of seedObjects(name, now, roles)) {
    const resource = catalog.ofKind(object.apiVersion, object.kind);
    if (resource !== undefined) store.write(storageOf(resource), object);
  }
}

async function auditLog(
  audit: AuditOptions | undefined,
  { push }: AuditWebhook,
): Promise<AuditLog> {
  const source = audit?.policy ?? (await readFile(POLICY_FILE, 'utf8'));
  return { policy: parsePolicy(source), push };
}

type Listener = {
  readonly listen: (port: number) => Promise<number>;
  readonly close: () => Promise<void>;
};

/** A loopback listener that can stop and start again, and drops its connections when it stops. */
function createListener(onRequest: Parameters<typeof createServer>[1]): Listener {
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  return {
    listen: async (port) => {
      const next = createServer(onRequest);
      next.on('connection', (socket) => {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
      });
      next.listen(port, '127.0.0.1');
      await once(next, 'listening');
      server = next;
      // A TCP listener's address is an AddressInfo, never a pipe's name.
      return (next.address() as AddressInfo).port;
    },
    close: async () => {
      const current = server;
      server = undefined;
      if (current === undefined) return;
      const closed = once(current, 'close');
      current.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
