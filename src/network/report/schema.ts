import * as z from 'zod/mini'
import { webAddress } from '../../contract/text.ts'
import { isInvisible } from '../../shared/text/invisible.ts'
import { isCalendarDate } from '../../shared/time.ts'
import type { EvidenceRecord } from './evidence.ts'

/** A text without a time zone would be another time on another machine. */
const iso = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/
const moment = z.unknown().check(
  z.refine(isMoment, {
    error: 'must be a date, or a text in ISO 8601 with its time zone, of a day that exists',
  }),
)
const regime = z.enum(['ofac', 'eu', 'uk'])
const ownerRule = z.enum(['amlr', 'amld'])
const text = z.string().check(z.refine(value => !isInvisible(value), { error: 'must not be blank' }))
const decision = z.strictObject({
  conclusion: text,
  by: text,
  reason: text,
  approvedBy: z.optional(z.string()),
})
const nullable = z.nullable(z.string())
const review = z.object({
  hit: z.object({ key: z.string() }),
  state: z.enum(['open', 'proposed', 'decided', 'reopened']),
  decision: z.nullable(
    z.object({
      verdict: z.enum(['false_positive', 'true_match', 'unsure']),
      reason: z.string(),
      by: z.string(),
      approvedBy: nullable,
      until: nullable,
    }),
  ),
})
/** What of reviews goes into a record. */
export const reviewsSchema = z.array(review)
const address = webAddress.check(z.refine(isPlain, { error: 'must have no user name, password or query' }))

const texts = z.array(z.string())
const party = { id: z.string(), name: z.nullable(z.string()) }
const parties = z.array(z.looseObject(party))
const entries = z.array(z.looseObject({ name: z.nullable(z.string()) }))
const relation = z.looseObject({ source: z.string(), target: z.string(), type: z.string() })
const node = z.looseObject({
  ...party,
  sanctions: entries,
  pep: entries,
  adverseMedia: entries,
  risks: z.array(z.unknown()),
})

/** A filed record, as far as it is read before its results are computed again. */
const recordSchema = z.looseObject({
  kind: z.literal('evidence'),
  rules: z.int().check(z.minimum(1)),
  readAt: moment,
  computedAt: moment,
  client: z.looseObject({ baseUrl: z.string(), version: z.nullable(z.string()) }),
  note: z.nullable(z.string()),
  decision: z.nullable(decision),
  reviews: reviewsSchema,
  previous: z.nullable(z.strictObject({ computedAt: moment, sha256: z.string() })),
  changes: texts,
  subject: z.looseObject({ ...party, id: z.nullable(z.string()) }),
  entity: z.nullable(z.looseObject({ id: z.string() })),
  hits: z.array(z.unknown()),
  judged: z.looseObject({
    listed: texts,
    possiblyListed: z.array(z.looseObject({ id: z.string(), doubt: z.string() })),
  }),
  doubts: texts,
  regimes: z.array(regime),
  sanctions: z.array(z.looseObject({ regime, verdict: z.string() })),
  ownership: z.nullable(z.looseObject({ owners: parties })),
  owners: z.nullable(z.looseObject({ id: z.string(), rule: ownerRule, owners: parties })),
  network: z.looseObject({ nodes: z.array(node), relations: z.array(relation) }),
  same: z.array(texts),
})

export function isRecordOfEvidence(value: unknown): value is EvidenceRecord {
  return recordSchema.safeParse(value).success
}

const record = z.unknown().check(z.refine(isRecordOfEvidence, { error: 'must be the record of an evidence' }))

/** What a record is made of, beside the network and how it is read and judged: that is checked where it is. */
export const evidenceInput = z.object({
  readAt: moment,
  computedAt: moment,
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

function isPlain(value: string): boolean {
  const { username, password, search } = new URL(value)
  return username + password + search === ''
}
