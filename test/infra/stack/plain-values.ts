import { CfnElement, type Stack } from 'aws-cdk-lib';

/** A value of a template whose references are texts: `<path>` and `<path.Attribute>`, by the path of the construct. */
export type Plain = string | number | boolean | null | readonly Plain[] | PlainObject;
export type PlainObject = { readonly [key: string]: Plain };

/** Reads a template of this stack in plain words. */
export const plainly = (stack: Stack) => {
  const paths = new Map<string, string>(
    stack.node
      .findAll()
      .filter((construct) => CfnElement.isCfnElement(construct))
      .map((element): [string, string] => [
        String(stack.resolve(element.logicalId)),
        element.node.path.replace(`${stack.node.path}/`, '').replace(/(\/Resource)+$/, ''),
      ]),
  );
  const pathOf = (id: string): string => paths.get(id) ?? id;
  const value = (raw: unknown): Plain => {
    if (Array.isArray(raw)) return raw.map(value);
    if (typeof raw !== 'object' || raw === null) return scalar(raw);
    const [[name, argument] = ['', undefined], ...others] = Object.entries(raw);
    if (others.length === 0) {
      const text = intrinsic(name, argument);
      if (text !== undefined) return text;
    }
    return object(raw);
  };
  const object = (raw: object): PlainObject =>
    Object.fromEntries(Object.entries(raw).map(([key, one]) => [key, value(one)]));
  const intrinsic = (name: string, argument: unknown): Plain | undefined => {
    switch (name) {
      case 'Ref':
        return `<${pathOf(String(argument))}>`;
      case 'Fn::GetAtt': {
        const [id, attribute] = Array.isArray(argument) ? argument : [];
        return `<${pathOf(String(id))}.${String(attribute)}>`;
      }
      case 'Fn::Join': {
        const [delimiter, parts] = Array.isArray(argument) ? argument : [];
        const plain = value(parts);
        return Array.isArray(plain) ? plain.join(String(delimiter)) : `<join of ${String(plain)}>`;
      }
      case 'Fn::Sub':
        return String(argument);
      default:
        return undefined;
    }
  };
  return { pathOf, object };
};

const scalar = (raw: unknown): Plain =>
  typeof raw === 'number' || typeof raw === 'boolean' || raw === null ? raw : String(raw);
