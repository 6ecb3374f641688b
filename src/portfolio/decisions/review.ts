import { type Hit, partsOf } from '../../network/hits.ts'
import { decoded } from '../../shared/json.ts'
import { foldWords } from '../../shared/names/fold-name.ts'
import type { DecisionEntry, Said, Verdict } from './ledger.ts'

/** A proposal, and who approved it. */
export interface Decision
  extends Pick<DecisionEntry, 'id' | 'by' | 'at' | 'until'>,
    Pick<Said, 'key' | 'evidence'> {
  /** The `content` of the hit when it was proposed. */
  readonly content: string
  /** What the hit is. */
  readonly verdict: Verdict
  /** Why. */
  readonly reason: string
  /** Who approved it; null for a proposal. */
  readonly approvedBy: string | null
  /** When it was approved, in ISO 8601, UTC; null for a proposal. */
  readonly approvedAt: string | null
}

/** The present decision and proposal about a hit. */
export type Standing = {
  /** Waits to be approved; null where nothing does. */
  readonly proposal: Decision | null
  /** The last that was approved; null where none was, or where it was withdrawn. */
  readonly decision: Decision | null
  /** Whether a decision was withdrawn, and none has been approved since. */
  readonly isWithdrawn: boolean
}

export const nothing: Standing = { proposal: null, decision: null, isWithdrawn: false }

/** The decision and proposal of each key; none of one whose content was erased. */
export function standingsOf(entries: readonly DecisionEntry[]): Map<string, Standing> {
  const standings = new Map<string, Standing>()
  for (const { said, ...entry } of entries) {
    if (said === null || entry.action === 'erase') continue
    standings.set(said.key, after(standings.get(said.key) ?? nothing, entry, said))
  }
  return standings
}

function after(before: Standing, entry: Omit<DecisionEntry, 'said'>, said: Said): Standing {
  const { action, of, verdict, ...made } = entry
  const { proposal, decision, isWithdrawn } = before
  if (action === 'withdraw') return { ...nothing, isWithdrawn: isWithdrawn || decision !== null }
  if (action === 'propose' && verdict !== null) {
    const { key, content, reason, evidence } = said
    const told = { key, content: content ?? '', reason: reason ?? '', evidence }
    return { ...before, proposal: { ...made, ...told, verdict, approvedBy: null, approvedAt: null } }
  }
  if (proposal === null || !of.includes(proposal.id)) return before
  return { ...nothing, decision: { ...proposal, approvedBy: made.by, approvedAt: made.at } }
}

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
export interface Review<Reviewed extends DecidableHit = Hit> extends Pick<Standing, 'proposal' | 'decision'> {
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
}

export function today(): string {
  return new Date().toISOString().slice(0, 10)
}

/** Whether two names are the same by their letters: case, accents, spaces and invisible characters do not count. */
export function isSamePerson(one: string, other: string): boolean {
  return foldWords(one) === foldWords(other)
}

/** Puts decisions and proposals beside each hit. */
export function reviewAll<Reviewed extends DecidableHit>(
  hits: readonly Reviewed[],
  standings: ReadonlyMap<string, Standing>,
  fourEyes: boolean,
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
    const reasons = whyReopened(hit, standing, fourEyes)
    const state = proposal !== null ? 'proposed' : decision !== null ? 'decided' : 'open'
    return { hit, state: reasons.length > 0 ? 'reopened' : state, reasons, decision, proposal }
  })
}

function whyReopened(hit: DecidableHit, standing: Standing, fourEyes: boolean): ReopenReason[] {
  const latest = standing.proposal ?? standing.decision
  if (latest === null) return standing.isWithdrawn ? ['withdrawn'] : []
  const { by, approvedBy } = latest
  return [
    ...whyNot(hit, latest),
    ...reasonIf('same_person', fourEyes && approvedBy !== null && isSamePerson(by, approvedBy)),
    ...reasonIf('not_unique', !hit.isUnique || !hit.isReadable),
  ]
}

/** Why a decision does not hold for the hit as it is now. */
export function whyNot({ key, content }: Pick<Hit, 'key' | 'content'>, decision: Decision): ReopenReason[] {
  const [before, now] = [partsOf(decision.content), partsOf(content)]
  const isOther = (part: 'party' | 'said') => JSON.stringify(before[part]) !== JSON.stringify(now[part])
  return [
    ...reasonIf('content_changed', isOther('said')),
    ...reasonIf('subject_changed', key !== decision.key || isOther('party')),
    ...reasonIf('expired', decision.until !== null && decision.until < today()),
  ]
}

function reasonIf(reason: ReopenReason, isSo: boolean): ReopenReason[] {
  return isSo ? [reason] : []
}

/** All of a hit but the party's names. */
function nameless({ key, content }: Pick<Hit, 'key' | 'content'>): string {
  const [entity, kind, , subject] = [decoded(key)].flat()
  const { party, said } = partsOf(content)
  return JSON.stringify([entity, kind, subject, { ...party, fullname: null }, said])
}
