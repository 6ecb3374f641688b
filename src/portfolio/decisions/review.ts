import { type Hit, partsOf } from '../../network/hits.ts'
import { decoded } from '../../shared/json.ts'
import { foldWords } from '../../shared/names/fold-name.ts'
import { type Decision, nothing, type Standing } from './standing.ts'

/**
 * Why a decision or proposal no longer holds:
 *
 * - `content_changed`: the hit says something else now.
 * - `subject_changed`: the party has another name, birth date, country, type or registration number.
 * - `expired`: its last day has passed.
 * - `withdrawn`: somebody withdrew it.
 * - `same_person`: who proposed it approved it too, and the ledger was opened with four eyes.
 * - `not_unique`: another hit has the same key, or the hit cannot be read.
 */
export type ReopenReason =
  | 'content_changed'
  | 'subject_changed'
  | 'expired'
  | 'withdrawn'
  | 'same_person'
  | 'not_unique'

/** What a decision needs of a hit. */
export type DecidableHit = Pick<Hit, 'key' | 'content' | 'isReadable' | 'isUnique'>

/** A hit, and what was decided about it. */
export interface Review<Reviewed extends DecidableHit = Hit> {
  /** The hit, as it was given. */
  readonly hit: Reviewed
  /**
   * - `open`: nobody has proposed anything.
   * - `proposed`: a proposal waits for its approval.
   * - `decided`: the decision holds.
   * - `reopened`: it does not hold any more; `reasons` says why.
   */
  readonly state: 'open' | 'proposed' | 'decided' | 'reopened'
  /** Why it was reopened; otherwise empty. */
  readonly reasons: readonly ReopenReason[]
  /** The last decision, whether it holds or not; null where there is none, or it was withdrawn. */
  readonly decision: Decision | null
  /** The proposal that waits; null where none does. */
  readonly proposal: Decision | null
}

/** By what decisions are judged. */
interface Terms {
  readonly today: string
  readonly fourEyes: boolean
}

/** Whether two names are the same by their letters: case, accents, spaces and invisible characters do not count. */
export function isSamePerson(one: string, other: string): boolean {
  return foldWords(one) === foldWords(other)
}

/** Puts decisions and proposals beside each hit. */
export function reviewAll<Reviewed extends DecidableHit>(
  hits: readonly Reviewed[],
  standings: ReadonlyMap<string, Standing>,
  terms: Terms,
): Review<Reviewed>[] {
  const present = new Set(hits.map(({ key }) => key))
  const renamed = new Map<string, Standing>()
  for (const standing of standings.values()) {
    const latest = standing.proposal ?? standing.decision
    if (latest !== null && !present.has(latest.key)) renamed.set(nameless(latest), standing)
  }
  return hits.map(hit => {
    const standing = standings.get(hit.key) ?? renamed.get(nameless(hit)) ?? nothing
    const { proposal, decision } = standing
    const reasons = whyReopened(hit, standing, terms)
    const state = proposal !== null ? 'proposed' : decision !== null ? 'decided' : 'open'
    return { hit, state: reasons.length > 0 ? 'reopened' : state, reasons, decision, proposal }
  })
}

function whyReopened(hit: DecidableHit, standing: Standing, { today, fourEyes }: Terms): ReopenReason[] {
  const { proposal, decision, isWithdrawn } = standing
  const latest = proposal ?? decision
  if (latest === null) return isWithdrawn ? ['withdrawn'] : []
  const { by, approvedBy } = latest
  return [
    ...whyNot(hit, latest, today),
    ...reasonIf(fourEyes && approvedBy !== null && isSamePerson(by, approvedBy), 'same_person'),
    ...reasonIf(!hit.isUnique || !hit.isReadable, 'not_unique'),
  ]
}

/** Why a decision does not hold for the hit as it is now. */
export function whyNot(
  { key, content }: Pick<Hit, 'key' | 'content'>,
  decision: Decision,
  today: string,
): ReopenReason[] {
  const [before, now] = [partsOf(decision.content), partsOf(content)]
  const isSame = (part: 'party' | 'said') => JSON.stringify(before[part]) === JSON.stringify(now[part])
  return [
    ...reasonIf(!isSame('said'), 'content_changed'),
    ...reasonIf(key !== decision.key || !isSame('party'), 'subject_changed'),
    ...reasonIf(decision.until !== null && decision.until < today, 'expired'),
  ]
}

function reasonIf(isSo: boolean, reason: ReopenReason): ReopenReason[] {
  return isSo ? [reason] : []
}

/** All of a hit but the party's names. */
function nameless({ key, content }: Pick<Hit, 'key' | 'content'>): string {
  const [entity, kind, , subject] = [decoded(key)].flat()
  const { party, said } = partsOf(content)
  return JSON.stringify([entity, kind, subject, { ...party, fullname: null }, said])
}
