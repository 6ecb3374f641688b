import * as z from 'zod/mini'
import { calendarDate, text } from '../../contract/text.ts'
import { type Verdict, verdicts } from './decision-entry.ts'
import { sha256Hash } from './decision-log.ts'
import { type DecidableHit, today } from './review-hits.ts'

/**
 * A verdict on a hit.
 *
 * @example
 * const proposal: Proposal = { hit, verdict: 'unsure', reason: 'No birth date', by: 'Ada' }
 */
export interface Proposal {
  /** The hit, as returned by `listHits`. No verdict is possible on an unreadable hit. */
  hit: DecidableHit
  /** The verdict on the hit. */
  verdict: Verdict
  /** The reason, in words that another person understands. */
  reason: string
  /** The author of the verdict. */
  by: string
  /** The last day on which the verdict is valid, YYYY-MM-DD in UTC. Required for a false positive. */
  until?: string | undefined
  /** The `sha256` of a filed record from `toEvidence`. */
  evidence?: string | undefined
}

/**
 * The approval of a proposal, with the hit in its current form. The approval is refused if the hit has changed since the
 * proposal.
 */
export interface Approval extends Pick<Proposal, 'hit' | 'by'> {
  /** The `id` of the proposal. */
  proposal: string
}

/** The author and reason of a withdrawal or an erasure. */
export interface Withdrawal extends Pick<Proposal, 'by' | 'reason'> {
  /** The `key` of a hit. */
  key: string
}

const hitFields = {
  key: text,
  content: text,
  party: z.optional(z.object({ name: z.nullable(z.string()) })),
}
const hitInput = z.object({
  ...hitFields,
  isReadable: z.literal(true, 'must be true: nobody can decide about what cannot be read'),
})
const until = z.optional(
  calendarDate.check(z.refine(day => day >= today(), { error: () => `must not be before ${today()}` })),
)
export const reviewInput = z.strictObject({
  hits: z.array(z.object({ ...hitFields, content: z.string(), isReadable: z.boolean() })),
})
export const proposalInput = z
  .strictObject({
    hit: hitInput,
    verdict: z.enum(verdicts),
    reason: text,
    by: text,
    until,
    evidence: z.optional(sha256Hash),
  })
  .check(
    z.refine(({ verdict, until }) => verdict !== 'false_positive' || until !== undefined, {
      path: ['until'],
      error: 'must be the last day of a false positive',
    }),
  )
export const approvalInput = z.strictObject({ hit: hitInput, proposal: text, by: text })
export const withdrawalInput = z.strictObject({ key: text, by: text, reason: text })
