import type { Hit } from '../../network/list-hits.ts'
import { decodeJson } from '../../shared/json.ts'
import { foldWords } from '../../shared/names/fold-name.ts'
import { divideContent } from '../monitoring/diff/hits.ts'
import type { DecisionDetails, DecisionEntry, Verdict } from './decision-log.ts'

/** A proposal, and who approved it. */
export interface Decision
  extends Pick<DecisionEntry, 'id' | 'by' | 'at' | 'until'>,
    Pick<DecisionDetails, 'key' | 'evidence'> {
  /** The `content` of the hit when it was proposed. */
  readonly content: string
  /** The verdict on the hit. */
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
  /** The proposal that waits for approval; null if there is none. */
  readonly proposal: Decision | null
  /** The last approved decision; null if there is none, or if it was withdrawn. */
  readonly decision: Decision | null
  /** Whether a decision was withdrawn, and none has been approved since. */
  readonly isWithdrawn: boolean
}

export const noStanding: Standing = { proposal: null, decision: null, isWithdrawn: false }

/** The decision and proposal of each key, except those whose details were erased. */
export function findStandings(entries: readonly DecisionEntry[]): Map<string, Standing> {
  const standings = new Map<string, Standing>()
  for (const { details, action, entryIds, verdict, ...entry } of entries) {
    if (details === null) continue
    const before = standings.get(details.key) ?? noStanding
    const { proposal, decision, isWithdrawn } = before
    const { content, reason, ...fields } = details
    let standing = before
    if (action === 'withdraw') standing = { ...noStanding, isWithdrawn: isWithdrawn || decision !== null }
    else if (verdict !== null) {
      const proposed = { ...entry, ...fields, verdict, content: content ?? '', reason: reason ?? '' }
      standing = { ...before, proposal: { ...proposed, approvedBy: null, approvedAt: null } }
    } else if (proposal !== null && entryIds.includes(proposal.id))
      standing = { ...noStanding, decision: { ...proposal, approvedBy: entry.by, approvedAt: entry.at } }
    standings.set(details.key, standing)
  }
  return standings
}

/**
 * Why a decision or proposal no longer holds: the hit says something else now, or its party has another name, birth date, country,
 * type or registration number (`subject_changed`); its last day has passed; it was withdrawn; the same person proposed and approved
 * it, although four eyes are required; or another hit has the same key by now, or the hit cannot be read (`not_unique`).
 */
export type ReopenReason =
  | 'content_changed'
  | 'subject_changed'
  | 'expired'
  | 'withdrawn'
  | 'same_person'
  | 'not_unique'

/** The fields of a hit that a decision needs. */
export type DecidableHit = Pick<Hit, 'key' | 'content' | 'isReadable' | 'isUnique'>

/** A hit, and what was decided about it. */
export interface Review<Reviewed extends DecidableHit = Hit> extends Pick<Standing, 'proposal' | 'decision'> {
  /** The hit that was passed. */
  readonly hit: Reviewed
  /** `open` without a proposal or decision, `proposed` until the approval, `decided` while the decision holds, `reopened` after that. */
  readonly state: 'open' | 'proposed' | 'decided' | 'reopened'
  /** Why it was reopened; otherwise empty. */
  readonly reasons: readonly ReopenReason[]
}

export const today = () => new Date().toISOString().slice(0, 10)

/** Puts decisions and proposals beside each hit. */
export function reviewAll<Reviewed extends DecidableHit>(
  hits: readonly Reviewed[],
  entries: readonly DecisionEntry[],
  fourEyes: boolean,
): Review<Reviewed>[] {
  const standings = findStandings(entries)
  const present = new Set(hits.map(({ key }) => key))
  const renamed = new Map<string, Standing>()
  for (const standing of standings.values()) {
    const latest = standing.proposal ?? standing.decision
    if (latest !== null && !present.has(latest.key)) renamed.set(keyWithoutName(latest), standing)
  }
  return hits.map(hit => {
    const standing = standings.get(hit.key) ?? renamed.get(keyWithoutName(hit)) ?? noStanding
    const { proposal, decision, isWithdrawn } = standing
    const latest = proposal ?? decision
    const withdrawn: ReopenReason[] = isWithdrawn ? ['withdrawn'] : []
    const reasons = latest === null ? withdrawn : findReopenReasons(hit, latest, fourEyes)
    const state = proposal !== null ? 'proposed' : decision !== null ? 'decided' : 'open'
    return { hit, state: reasons.length > 0 ? 'reopened' : state, reasons, decision, proposal }
  })
}

/** Returns why a decision or proposal does not hold for the present hit. */
export function findReopenReasons(hit: DecidableHit, decision: Decision, fourEyes: boolean): ReopenReason[] {
  const { key, content, by, approvedBy, until } = decision
  const [before, now] = [divideContent(content), divideContent(hit.content)]
  const isOther = (part: 'party' | 'entry') => JSON.stringify(before[part]) !== JSON.stringify(now[part])
  // By their letters: case, accents, spaces and invisible characters do not count.
  const isSamePerson = approvedBy !== null && foldWords(by) === foldWords(approvedBy)
  const all: [ReopenReason, boolean][] = [
    ['content_changed', isOther('entry')],
    ['subject_changed', key !== hit.key || isOther('party')],
    ['expired', until !== null && until < today()],
    ['same_person', fourEyes && isSamePerson],
    ['not_unique', !hit.isUnique || !hit.isReadable],
  ]
  return all.flatMap(([reason, isSo]) => (isSo ? reason : []))
}

/** A text of everything in a hit except the party's names. */
function keyWithoutName({ key, content }: Pick<Hit, 'key' | 'content'>): string {
  const [entity, kind, , subject] = [decodeJson(key)].flat()
  const { party, entry } = divideContent(content)
  return JSON.stringify([entity, kind, subject, { ...party, fullname: null }, entry])
}
