import type * as z from 'zod/mini'
import { copyRecords } from '../shared/copy.ts'

/**
 * Copies the fields in the schema from an input, or from each input of a list. Later steps use only the copy.
 */
export function copyInput<Input>(schema: z.ZodMiniType, input: Input): Input {
  return copyRecords(input, fieldNamesOf(schema))
}

/** Returns the field names of an object schema, or of all alternatives of a union schema. */
function fieldNamesOf({ def }: z.ZodMiniType): string[] {
  if ('shape' in def) return Object.keys(Object(def.shape))
  const options = 'options' in def && Array.isArray(def.options) ? def.options : []
  return [...new Set(options.flatMap(fieldNamesOf))]
}
