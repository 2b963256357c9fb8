/** Names one federated Service of the host cluster. */
export type ServiceKey = { readonly namespace: string; readonly name: string };

/** `namespace/name`, the form that people read. */
export const formatServiceKey = (key: ServiceKey): string => `${key.namespace}/${key.name}`;

/** Reads `namespace/name`; undefined if the text is of any other form. */
export const parseServiceKey = (text: string): ServiceKey | undefined => {
  const [namespace, name, ...rest] = text.split('/');
  if (!namespace || !name || rest.length > 0) return undefined;
  return { namespace, name };
};

/**
 * True for what a namespace and a Service may be called (apimachinery `IsDNS1123Label`, which a Service's stricter form is part of).
 * Nothing else is worth a key, whoever tells of it.
 */
export const isDnsLabel = (text: string | undefined): text is string =>
  text !== undefined && /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(text);
