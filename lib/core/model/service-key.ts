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
