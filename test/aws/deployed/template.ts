/** What JSON holds. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

/** A resource of a template (CloudFormation User Guide, "Template sections"). */
export type TemplateResource = {
  readonly Type: string;
  readonly Properties?: JsonObject;
  readonly DependsOn?: string | readonly string[];
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly Metadata?: { readonly 'aws:cdk:path'?: string };
};

export type Template = {
  readonly Description?: string;
  readonly Resources: { readonly [logicalId: string]: TemplateResource };
  readonly Outputs?: { readonly [name: string]: JsonObject };
};

/** Whether a value has fields. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A reference: whole (`Ref`) or to an attribute (`Fn::GetAtt`). */
export type Reference = { readonly logicalId: string; readonly attribute?: string };

const referenceOf = (value: JsonObject): Reference | undefined => {
  const { Ref: whole, 'Fn::GetAtt': path } = value;
  if (typeof whole === 'string') return { logicalId: whole };
  if (!Array.isArray(path)) return undefined;
  const [logicalId, attribute] = path.map(String);
  return logicalId === undefined || attribute === undefined ? undefined : { logicalId, attribute };
};

/** A copy of a value of a template in which `replace` has its say about every reference; undefined leaves one as it is. */
export const mapReferences = (
  value: Json,
  replace: (reference: Reference) => Json | undefined,
): Json => {
  if (Array.isArray(value)) return value.map((each: Json) => mapReferences(each, replace));
  if (!isObject(value)) return value;
  const reference = referenceOf(value);
  const replaced = reference && replace(reference);
  if (replaced !== undefined) return replaced;
  return mapObject(value, replace);
};

/** As `mapReferences`, of an object that is no reference itself. */
export const mapObject = (
  value: JsonObject,
  replace: (reference: Reference) => Json | undefined,
): JsonObject =>
  Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, mapReferences(inner, replace)]),
  );
