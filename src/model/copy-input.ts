import type * as z from 'zod/mini'
import { copyRecords } from '../shared/copy.ts'

/** Copies an input, or each input of a list, with the fields of its schema. Only the copy is checked, encoded and compared. */
export function copyInput<Input>(schema: z.ZodMiniType, input: Input): Input {
  return copyRecords(input, fieldNamesOf(schema))
}

/** Returns the names of the fields of an object schema, or of all alternatives of a union. */
function fieldNamesOf({ def }: z.ZodMiniType): string[] {
  if ('shape' in def) return Object.keys(Object(def.shape))
  const options = 'options' in def && Array.isArray(def.options) ? def.options : []
  return [...new Set(options.flatMap(fieldNamesOf))]
}
