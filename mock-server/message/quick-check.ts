import * as z from 'zod/mini'
import { isRecord } from '../../src/shared/json.ts'

type Check = (value: unknown) => boolean

/**
 * Derives a fast check from a schema. The check accepts a value only if the schema would output the same fields. It rejects
 * other values, and any value whose schema has a rule that this module does not cover: only the schema can judge these.
 */
export function createQuickCheck<Schema extends z.ZodMiniType>(schema: Schema) {
  const check = deriveCheck(schema)
  return (value: unknown): value is z.output<Schema> => check(value)
}

const rejectAll: Check = () => false

function deriveCheck(schema: z.core.$ZodType): Check {
  if (schema instanceof z.ZodMiniDiscriminatedUnion) return deriveUnionCheck(schema)
  if (schema instanceof z.ZodMiniObject) return deriveObjectCheck(schema)
  if (schema instanceof z.ZodMiniString) return deriveStringCheck(schema)
  if (schema instanceof z.ZodMiniOptional) return deriveCheck(schema._zod.def.innerType)
  if (!(schema instanceof z.ZodMiniEnum || schema instanceof z.ZodMiniLiteral)) return rejectAll
  const values: ReadonlySet<unknown> = schema._zod.values
  return value => values.has(value)
}

function deriveUnionCheck({ _zod }: z.ZodMiniDiscriminatedUnion): Check {
  const options = _zod.def.options.map(deriveCheck)
  return value => options.some(accepts => accepts(value))
}

/** Derives the check of a string. It covers no rules besides those of `z.refine`, because others may change the string. */
function deriveStringCheck(schema: z.ZodMiniString): Check {
  const rules = schema._zod.def.checks ?? []
  const predicates = rules.flatMap(rule => (rule instanceof z.ZodMiniCustom ? rule._zod.def.fn : []))
  if (schema instanceof z.ZodMiniStringFormat || predicates.length < rules.length) return rejectAll
  return value => typeof value === 'string' && predicates.every(predicate => predicate(value) === true)
}

/** Derives the check of an object. It rejects an object with an unknown field, which the schema may drop or keep. */
function deriveObjectCheck({ _zod }: z.ZodMiniObject): Check {
  const { shape, checks = [] } = _zod.def
  if (checks.length > 0) return rejectAll
  const fields = new Map(
    Object.entries(shape).map(([name, field]) => [
      name,
      { accepts: deriveCheck(field), count: mayBeAbsent(field) ? 0 : 1 },
    ]),
  )
  const requiredCount = [...fields.values()].reduce((sum, { count }) => sum + count, 0)
  return value => {
    if (!isRecord(value)) return false
    let missing = requiredCount
    for (const name in value) {
      const field = fields.get(name)
      if (field === undefined || !field.accepts(value[name])) return false
      missing -= field.count
    }
    return missing === 0
  }
}

/** Whether the schema of a field outputs no value if the field is absent: not a default. */
function mayBeAbsent(field: z.core.$ZodType): boolean {
  if (!(field instanceof z.ZodMiniOptional)) return false
  const result = z.safeParse(field, undefined)
  return result.success && result.data === undefined
}
