import * as v from 'valibot';
import {
  type FunctionName,
  functionFields,
  type VariableName,
} from '../../lib/config/function-fields.ts';
import type { FederationSettings } from './settings.ts';
import { type Resources, variables } from './variables.ts';

type Environment = { readonly [name: string]: string };

/** The names and shapes of a function's variables. */
const fieldsOf = (name: FunctionName): readonly (readonly [VariableName, v.GenericSchema])[] =>
  // The keys of the fields of a function are what VariableName is made of.
  Object.entries(functionFields[name]) as [VariableName, v.GenericSchema][];

/**
 * The environment of one function: of the variables that it reads those whose value is not their default anyway. Values may hold
 * tokens of the CDK, where resources do.
 */
export const functionEnvironment = (
  name: FunctionName,
  settings: FederationSettings,
  resources: Resources,
): Environment =>
  Object.fromEntries(
    fieldsOf(name).flatMap(([variable, schema]) => {
      const text = variables[variable].text(settings, resources);
      return text === undefined || text === v.getDefault(schema) ? [] : [[variable, text]];
    }),
  );
