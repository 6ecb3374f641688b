import type * as z from 'zod/mini'
import { isRecord } from './json.ts'

type Test = (value: unknown) => boolean

/** A test that says yes only to what the schema takes, several times faster than the schema: its reasons are not needed. */
export function createConformance(schema: z.core.$ZodType): Test {
  const { def } = schema._zod
  // What is no plain schema of the wire's own kinds is left to zod.
  if ('checks' in def && Array.isArray(def.checks) && def.checks.length > 0) return () => false
  return testOf(schema as z.core.$ZodTypes)
}

function testOf(schema: z.core.$ZodTypes): Test {
  const { def } = schema._zod
  switch (def.type) {
    case 'string':
      return value => typeof value === 'string'
    case 'number':
      return value => typeof value === 'number'
    case 'boolean':
      return value => typeof value === 'boolean'
    case 'unknown':
      return () => true
    case 'literal':
      return value => def.values.some(allowed => allowed === value)
    case 'enum': {
      const allowed = new Set<unknown>(Object.values(def.entries))
      return value => allowed.has(value)
    }
    case 'optional': {
      const inner = createConformance(def.innerType)
      return value => value === undefined || inner(value)
    }
    case 'union': {
      const options = def.options.map(createConformance)
      return value => options.some(option => option(value))
    }
    case 'array': {
      const element = createConformance(def.element)
      return value => Array.isArray(value) && value.every(element)
    }
    case 'object':
      return objectTest(def)
    default:
      return () => false
  }
}

function objectTest({ shape, catchall }: z.core.$ZodObjectDef): Test {
  const fields = Object.entries(shape).map(([name, schema]) => [name, createConformance(schema)] as const)
  const rest = catchall && catchall._zod.def.type !== 'unknown' ? createConformance(catchall) : undefined
  return value => {
    if (!isRecord(value)) return false
    for (const [name, test] of fields) if (!test(value[name])) return false
    return (
      rest === undefined || Object.keys(value).every(name => Object.hasOwn(shape, name) || rest(value[name]))
    )
  }
}
