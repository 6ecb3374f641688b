import * as z from 'zod/mini'
import { text } from '../contract/text.ts'
import { maximumBulkRows } from '../contract/values.ts'
import { tag } from '../model/bulk.ts'
import { countryInput } from '../model/inputs.ts'
import { isRecord } from '../shared/json.ts'
import { hasMethods } from '../transport/options/checks.ts'
import { functionOption, signalOption, span } from '../transport/options/schemas.ts'
import { concurrency, givenClient, givenJournal, isIterable } from './given.ts'
import { importFields } from './rows/fields.ts'
import { isTypeWord, typeAllowed } from './rows/spelling.ts'

const reading = {
  columns: z.optional(
    z.strictObject(Object.fromEntries(importFields.map(field => [field, z.optional(z.nullable(text))]))),
  ),
  defaults: z.optional(
    z.strictObject({
      type: z.optional(z.string().check(z.refine(isTypeWord, { error: typeAllowed }))),
      countryCode: z.optional(countryInput),
      tags: z.optional(z.array(tag)),
    }),
  ),
}

const options = z.strictObject({
  ...reading,
  batchSize: z.optional(z.int().check(z.minimum(1), z.maximum(maximumBulkRows))),
  concurrency,
  journal: givenJournal,
  partition: z.optional(
    z
      .object({ index: z.int().check(z.minimum(1)), of: z.int().check(z.minimum(1)) })
      .check(z.refine(({ index, of }) => index <= of, { path: ['index'], error: 'must be from 1 to of' })),
  ),
  listing: z.optional(
    z
      .unknown()
      .check(z.refine(value => hasMethods(value, 'read'), { error: 'must be what sharedListing returns' })),
  ),
  dryRun: z.optional(z.boolean()),
  possibleDuplicates: z.optional(z.enum(['skip', 'create'])),
  recheckDelay: span,
  giveUpAfter: span,
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

export const importInput = z.strictObject({ client: givenClient, source, options })

export const partitionInput = z.strictObject({
  source,
  of: z.int().check(z.minimum(1), z.maximum(1000)),
  options: z.strictObject(reading),
})

function isSource(value: unknown): boolean {
  if (typeof value === 'string' || value instanceof Blob || value instanceof ReadableStream) return true
  return isIterable(value) || (isRecord(value) && typeof value.file === 'string')
}
