import * as v from 'valibot';
import { refuse } from './failures.ts';

/** The part of one kubeconfig context that is used; field names are those of the file. */
export type KubeconfigContext = {
  readonly userName: string | undefined;
  readonly cluster: v.InferOutput<typeof clusterSchema>;
  readonly user: v.InferOutput<typeof userSchema>;
};

const text = v.nullish(v.string());

const clusterSchema = v.object({
  server: text,
  'certificate-authority': text,
  'certificate-authority-data': text,
  'insecure-skip-tls-verify': v.nullish(v.boolean()),
  'tls-server-name': text,
  'proxy-url': text,
});

const userSchema = v.object({
  token: text,
  tokenFile: text,
  'client-certificate': text,
  'client-certificate-data': text,
  'client-key': text,
  'client-key-data': text,
  username: text,
  as: text,
  exec: v.nullish(
    v.object({
      command: text,
      args: v.nullish(v.array(v.string())),
      env: v.nullish(v.array(v.object({ name: v.string(), value: text }))),
    }),
  ),
  'auth-provider': v.nullish(v.object({ name: text })),
});

const named = v.nullish(v.array(v.looseObject({ name: v.string() })), []);

const kubeconfigSchema = v.object({
  'current-context': text,
  clusters: named,
  users: named,
  contexts: named,
});

const contextSchema = v.object({ cluster: v.string(), user: text });

/**
 * Reads the named context, or the current one, of kubeconfig text; entries that it does not use are not looked at. Throws a
 * `ControllerError` of kind `terminal` that starts with "Cannot `what`" and never quotes a value (client-go `clientcmd/api/v1`).
 */
export const readKubeconfig = async (
  source: string,
  what: string,
  contextName?: string,
): Promise<KubeconfigContext> => {
  const config = check(kubeconfigSchema, await parse(source, what), what, 'the kubeconfig');
  const name = contextName || config['current-context'];
  if (!name)
    throw refuse(what, 'the kubeconfig has no current-context: name one, or set it in the file');
  const context = check(
    contextSchema,
    entry(config, 'context', name, what),
    what,
    `context ${name}`,
  );
  const cluster = entry(config, 'cluster', context.cluster, what);
  return {
    userName: context.user || undefined,
    cluster: check(clusterSchema, cluster, what, `cluster ${context.cluster} of the kubeconfig`),
    user: context.user
      ? check(
          userSchema,
          entry(config, 'user', context.user, what),
          what,
          `user ${context.user} of the kubeconfig`,
        )
      : {},
  };
};

const parse = async (source: string, what: string): Promise<unknown> => {
  try {
    return JSON.parse(source);
  } catch {
    // Most kubeconfigs are YAML, whose parser is loaded only then.
    const { parseYaml } = await import('./parse-yaml.ts');
    try {
      return parseYaml(source);
    } catch {
      // The parser's message quotes lines, which may hold credentials.
      throw refuse(what, 'the kubeconfig is neither YAML nor JSON');
    }
  }
};

type Kubeconfig = v.InferOutput<typeof kubeconfigSchema>;

const entry = (
  config: Kubeconfig,
  kind: 'context' | 'cluster' | 'user',
  name: string,
  what: string,
): unknown => {
  const entries = { context: config.contexts, cluster: config.clusters, user: config.users }[kind];
  const found = entries?.find((candidate) => candidate.name === name);
  if (found) return found[kind] ?? {};
  throw refuse(
    what,
    `the kubeconfig has no ${kind} ${name}; it has ${(entries ?? []).map((other) => other.name).join(', ') || 'none'}`,
  );
};

const check = <Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  what: string,
  thing: string,
): v.InferOutput<Schema> => {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw refuse(
    what,
    `${thing} has no ${issue.expected ?? 'such value'} at ${v.getDotPath(issue) ?? 'its top'}`,
  );
};
