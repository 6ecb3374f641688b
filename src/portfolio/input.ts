import * as z from 'zod/mini'
import { text } from '../contract/text.ts'
import { entityTypes, maximumBulkRows } from '../contract/values.ts'
import { tag } from '../model/bulk.ts'
import { countryInput } from '../model/country.ts'
import { check } from '../transport/check.ts'
import { functionOption, signalOption, span } from '../transport/option-checks.ts'
import { concurrency, givenClient } from './checks.ts'
import { importFields } from './rows/fields.ts'
import { typeAllowed, typeNamed } from './rows/spelling.ts'

const reading = {
  columns: z.optional(
    z.strictObject(Object.fromEntries(importFields.map(field => [field, z.optional(z.nullable(text))]))),
  ),
  defaults: z.optional(
    z.strictObject({
      type: z.optional(z.string().check(z.refine(isType, { error: typeAllowed }))),
      countryCode: z.optional(countryInput),
      tags: z.optional(z.array(tag)),
    }),
  ),
}

const options = z.strictObject({
  ...reading,
  batchSize: z.optional(z.int().check(z.minimum(1), z.maximum(maximumBulkRows))),
  concurrency,
  journal: z.optional(
    z
      .unknown()
      .check(
        z.refine(isJournal, { error: 'must be the name of a file, or have the methods read and append' }),
      ),
  ),
  partition: z.optional(
    z
      .object({ index: z.int().check(z.minimum(1)), of: z.int().check(z.minimum(1)) })
      .check(z.refine(({ index, of }) => index <= of, { path: ['index'], error: 'must be from 1 to of' })),
  ),
  listing: z.optional(
    z.unknown().check(z.refine(value => has(value, 'read'), { error: 'must be what sharedListing answers' })),
  ),
  dryRun: z.optional(z.boolean()),
  possibleDuplicates: z.optional(z.enum(['skip', 'create'])),
  settle: span,
  patience: span,
  keepProblems: z.optional(z.int().check(z.nonnegative())),
  signal: signalOption,
  onProgress: functionOption,
  onProblem: functionOption,
})

const source = z.unknown().check(
  z.refine(isSource, {
    error: 'must be CSV text, { file }, a Blob, bytes, a stream, or rows that can be iterated',
    abort: true,
  }),
  z.refine(value => typeof value !== 'string' || /[\n\r]/.test(value), {
    error: 'must be CSV text of more than one line; a file is given as { file }',
  }),
)

const input = z.strictObject({ client: givenClient, source, options })

const partitioning = z.strictObject({
  source,
  of: z.int().check(z.minimum(1), z.maximum(1000)),
  options: z.strictObject(reading),
})

/** @throws InputValidationError naming each option that is wrong. */
export function checkImport(given: { client: unknown; source: unknown; options: unknown }): void {
  check('importPortfolio', input, given)
}

/** @throws InputValidationError likewise. */
export function checkPartitioning(given: { source: unknown; of: unknown; options: unknown }): void {
  check('partitionPortfolio', partitioning, given)
}

function isType(value: string): boolean {
  return entityTypes.some(type => type === typeNamed(value))
}

function isJournal(value: unknown): boolean {
  if (typeof value === 'string') return value !== ''
  return has(value, 'read') && has(value, 'append')
}

function has(value: unknown, method: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, method) === 'function'
}

function isSource(value: unknown): boolean {
  if (typeof value === 'string') return true
  if (typeof value !== 'object' || value === null) return false
  const isFile = 'file' in value && typeof value.file === 'string'
  return (
    isFile ||
    value instanceof Blob ||
    value instanceof ReadableStream ||
    Symbol.iterator in value ||
    Symbol.asyncIterator in value
  )
}
