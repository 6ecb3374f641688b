import * as z from 'zod/mini'
import { webAddress } from '../../contract/text.ts'
import { isSameName } from '../../shared/names/fold-name.ts'
import { isInvisible } from '../../shared/text/invisible.ts'
import { isCalendarDate } from '../../shared/time.ts'
import type { EvidenceRecord } from './record.ts'

/**
 * A day, or a time with a time zone. A time without a zone is not accepted, because its meaning would depend
 * on the time zone of the machine.
 */
const iso = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/
const pointInTime = z.unknown().check(
  z.refine(isMoment, {
    error: 'must be a date, or a text in ISO 8601 with its time zone, of a day that exists',
  }),
)
const regime = z.enum(['ofac', 'eu', 'uk'])
const ownerRule = z.enum(['amlr', 'amld'])
const text = z.string().check(z.refine(value => !isInvisible(value), { error: 'must not be blank' }))
const decision = z
  .strictObject({ conclusion: text, by: text, reason: text, approvedBy: z.optional(z.string()) })
  .check(
    z.refine(({ by, approvedBy }) => approvedBy === undefined || !isSameName(approvedBy, by), {
      path: ['approvedBy'],
      error: 'must be another person than the one who decided',
    }),
  )
const nullableString = z.nullable(z.string())
const review = z.object({
  hit: z.object({ key: z.string() }),
  state: z.enum(['open', 'proposed', 'decided', 'reopened']),
  decision: z.nullable(
    z.object({
      verdict: z.enum(['false_positive', 'true_match', 'unsure']),
      reason: z.string(),
      by: z.string(),
      approvedBy: nullableString,
      until: nullableString,
    }),
  ),
})
/** The fields of a reviewed hit that become part of a record. */
export const reviewsSchema = z.array(review)
const address = webAddress.check(
  z.refine(hasNoCredentials, { error: 'must have no user name, password or query' }),
)

/**
 * The fields by which a value is recognized as a record. Errors in other fields are detected when the record
 * is recomputed or compared.
 */
const recordSchema = z.looseObject({
  kind: z.literal('evidence'),
  rules: z.int().check(z.minimum(1)),
  readAt: pointInTime,
  computedAt: pointInTime,
  subject: z.looseObject({ id: z.nullable(z.string()) }),
  network: z.looseObject({ nodes: z.array(z.unknown()), relations: z.array(z.unknown()) }),
})

export function isRecordOfEvidence(value: unknown): value is EvidenceRecord {
  return recordSchema.safeParse(value).success
}

export const notARecordMessage = 'must be the record of an evidence'

const record = z.unknown().check(z.refine(isRecordOfEvidence, { error: notARecordMessage }))

/**
 * The schema of a record's inputs, except the options of the assessment, which the assessment itself
 * validates.
 */
export const evidenceInput = z.object({
  readAt: pointInTime,
  computedAt: pointInTime,
  client: z.object({ baseUrl: address, version: z.optional(z.string()) }),
  note: z.optional(z.string()),
  decision: z.optional(decision),
  reviews: z.optional(reviewsSchema),
  previous: z.optional(record),
  regimes: z.optional(z.array(regime).check(z.minLength(1))),
  ownerRule: z.optional(ownerRule),
})

export const verifyInput = z.strictObject({
  sha256: z.optional(
    z.string().check(z.regex(/^[0-9a-f]{64}$/i, { error: 'must be 64 hexadecimal digits' })),
  ),
  previous: z.optional(record),
})

function isMoment(value: unknown): boolean {
  if (value instanceof Date) return !Number.isNaN(value.getTime())
  const [, day = ''] = (typeof value === 'string' && iso.exec(value)) || []
  return isCalendarDate(day) && !Number.isNaN(Date.parse(String(value)))
}

function hasNoCredentials(value: string): boolean {
  const { username, password, search } = new URL(value)
  return username + password + search === ''
}
