/** Whose audit log is filtered, and whose writes count for nothing. */
export type AuditFilterSettings = {
  readonly isHost: boolean;
  /** Whether its endpoints count: those of a member do, and those of a host that is a member too. */
  readonly isMember: boolean;
  readonly ownUsernames: readonly string[];
  readonly secretNamespace: string;
};

/** Longest filter pattern (CloudWatch Logs, API_PutSubscriptionFilter). */
const longest = 1_024;

/**
 * The filter pattern of a subscription to a cluster's audit log: all events that lib/core/intake makes a key of, and few others. Left
 * out on purpose: events of EndpointSlices, which EKS logs without the label of their Service; the Endpoints that change with them tell
 * the same. Throws if the pattern is longer than CloudWatch Logs takes.
 */
export const auditFilter = (cluster: string, settings: AuditFilterSettings): string => {
  const pattern = `{ ${[
    any(['ResponseComplete', 'Panic'].map((stage) => is('stage', stage))),
    any(['create', 'update', 'patch', 'delete*'].map((verb) => is('verb', verb))),
    any([
      `${selector('responseStatus.code')} NOT EXISTS`,
      `${selector('responseStatus.code')} < 300`,
      `${selector('responseStatus.code')} >= 500`,
    ]),
    ...settings.ownUsernames.map((name) => `${selector('user.username')} != ${quoted(name)}`),
    any(objects(settings)),
  ].join(' && ')} }`;
  if (pattern.length > longest) {
    throw new Error(
      `Cannot subscribe to the audit log of ${cluster}: its filter pattern has ${pattern.length} characters, more than ${longest}; set fewer or shorter ownUsernames`,
    );
  }
  return pattern;
};

const objects = ({ isHost, isMember, secretNamespace }: AuditFilterSettings): readonly string[] => [
  all([
    is('objectRef.resource', 'services'),
    ofCore,
    any([none('objectRef.subresource'), is('objectRef.subresource', 'status')]),
  ]),
  ...(isMember ? [all([is('objectRef.resource', 'endpoints'), ofCore, itself])] : []),
  ...(isHost
    ? [
        all([
          is('objectRef.resource', 'clusters'),
          is('objectRef.apiGroup', 'federation.seamark.dev'),
          itself,
        ]),
        all([
          is('objectRef.resource', 'secrets'),
          is('objectRef.namespace', secretNamespace),
          itself,
        ]),
      ]
    : []),
];

const selector = (path: string): string => `$.${path}`;
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
const is = (path: string, text: string): string => `${selector(path)} = ${quoted(text)}`;
const none = (path: string): string => `${selector(path)} NOT EXISTS`;
const all = (terms: readonly string[]): string => `(${terms.join(' && ')})`;
const any = (terms: readonly string[]): string => `(${terms.join(' || ')})`;

// The group of core objects is empty, and an audit event leaves out what is empty. Knative, too, has services.
const ofCore = none('objectRef.apiGroup');
const itself = none('objectRef.subresource');
