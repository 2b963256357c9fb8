import type { StandInGaps } from '../stand-in/read-gaps.ts';
import { tableInPlace } from './table-in-place.ts';
import {
  type JsonObject,
  mapObject,
  type Reference,
  type Template,
  type TemplateResource,
} from './template.ts';

type TypeGaps = Pick<StandInGaps, 'resourceTypes' | 'attributes'>;

/** What the names of outputs begin with that hold what a resource would be made with. */
export const propertiesOutput = 'PropertiesOf';

/**
 * Rewrites a template for what a stand-in can do. Types that it passes over stay, so that it can be seen that it does. What refers to
 * them gets a text in place of the value; an output that would be such a text goes. The properties of what is made by another API are
 * added as outputs, so that the stand-in resolves the references in them.
 */
export const fitTemplate = (template: Template, gaps: TypeGaps): Template => {
  const insteadOf = (id: string) => gaps.resourceTypes[template.Resources[id]?.Type ?? '']?.instead;
  const isLost = ({ logicalId: id, attribute }: Reference): boolean =>
    !['other-type', undefined].includes(insteadOf(id)) ||
    `${template.Resources[id]?.Type}.${attribute}` in gaps.attributes;
  const resources = Object.entries(template.Resources)
    .filter(([id]) => insteadOf(id) !== 'leave-out')
    .map(([id, resource]) => [id, withoutLost(resource, isLost)] as const);
  const moved = resources.filter(([id]) => insteadOf(id) === 'other-type');
  const byApi = resources.filter(([id]) => insteadOf(id) === 'api');
  return {
    ...template,
    Resources: Object.fromEntries([
      ...resources,
      ...moved.map(([id, resource]) => [id, tableInPlace(resource)] as const),
      ...moved.map(([id, resource]) => [`${id}AsItIs`, resource] as const),
    ]),
    Outputs: Object.fromEntries([
      ...Object.entries(template.Outputs ?? {}).filter(([, output]) => !someIn(output, isLost)),
      ...byApi.map(([id, { Properties }]) => [`${propertiesOutput}${id}`, asText(Properties)]),
    ]),
  };
};

type IsLost = (reference: Reference) => boolean;

const withoutLost = (
  { DependsOn: after = [], Properties, ...rest }: TemplateResource,
  isLost: IsLost,
): TemplateResource => {
  const dependsOn = [after].flat().filter((logicalId) => !isLost({ logicalId }));
  return {
    ...rest,
    ...(dependsOn.length > 0 && { DependsOn: dependsOn }),
    ...(Properties !== undefined && {
      Properties: mapObject(Properties, (reference) =>
        isLost(reference) ? [reference.logicalId, reference.attribute].join('.') : undefined,
      ),
    }),
  };
};

const someIn = (value: JsonObject, isWanted: IsLost): boolean => {
  let found = false;
  mapObject(value, (reference) => {
    found ||= isWanted(reference);
    return undefined;
  });
  return found;
};

/** The stand-in writes it as JSON (CloudFormation, "Fn::ToJsonString"). */
const asText = (properties: JsonObject = {}): JsonObject => ({
  Value: { 'Fn::ToJsonString': properties },
});
