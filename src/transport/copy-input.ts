import type * as z from 'zod/mini'
import { copyFields } from '../shared/copy.ts'

/** Copies an input with the fields that its schema has: only the copy is checked, encoded and compared. */
export function copyInput<Input>(schema: z.ZodMiniType, input: Input): Input {
  return copyFields(input, fieldNamesOf(schema))
}

/** Copies the inputs of a list; anything else is returned, for the check to refuse. */
export function copyInputs<Inputs>(schema: z.ZodMiniType, inputs: Inputs): Inputs {
  if (!Array.isArray(inputs)) return inputs
  const names = fieldNamesOf(schema)
  return inputs.map(input => copyFields(input, names)) as Inputs
}

/** The fields of an object's schema, or of all alternatives of a union. */
function fieldNamesOf({ def }: z.ZodMiniType): string[] {
  if ('shape' in def) return Object.keys(Object(def.shape))
  const options = 'options' in def && Array.isArray(def.options) ? def.options : []
  return [...new Set(options.flatMap(fieldNamesOf))]
}
