import type { Hit } from '../../network/list-hits.ts'
import { decodeJson } from '../../shared/json.ts'
import { isSameName } from '../../shared/names/fold-name.ts'
import { type DividedContent, divideContent } from '../monitoring/diff/hits.ts'
import type { DecisionDetails, DecisionEntry, Verdict } from './decision-entry.ts'

/** A proposal, with its approval if there is one. */
export interface Decision
  extends Pick<DecisionEntry, 'id' | 'by' | 'at' | 'until'>,
    Pick<DecisionDetails, 'key' | 'evidence' | 'partyName'> {
  /** The `content` of the hit at the time of the proposal. */
  readonly content: string
  /** The verdict on the hit. */
  readonly verdict: Verdict
  /** The reason for the verdict. */
  readonly reason: string
  /** The person who approved the proposal; null before the approval. */
  readonly approvedBy: string | null
  /** The time of the approval, in ISO 8601, UTC; null before the approval. */
  readonly approvedAt: string | null
}

/** The current decision and proposal about a hit. */
export type Standing = {
  /** The proposal that waits for approval; null if there is none. */
  readonly proposal: Decision | null
  /** The last approved decision; null if there is none, or if the decision was withdrawn. */
  readonly decision: Decision | null
  /** Whether a decision was withdrawn and no later proposal was approved. */
  readonly isWithdrawn: boolean
}

export const noStanding: Standing = { proposal: null, decision: null, isWithdrawn: false }

/** Finds the decision and proposal for each key. Ignores erased entries. */
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
 * Why a decision or proposal is no longer valid.
 *
 * - `content_changed`: an entry of the hit was added, removed or changed.
 * - `subject_changed`: the party has another name, birth date, country, type or registration number, or another party with an
 *   entry has joined the hit.
 * - `expired`: the last day of the verdict has passed.
 * - `withdrawn`: the decision was withdrawn.
 * - `same_person`: the same person proposed and approved the verdict, although two persons are required.
 * - `unreadable`: an entry of the hit cannot be read.
 */
export type ReopenReason =
  | 'content_changed'
  | 'subject_changed'
  | 'expired'
  | 'withdrawn'
  | 'same_person'
  | 'unreadable'

/** The fields of a hit that a decision needs. The log stores the name of the party, if the hit has it. */
export type DecidableHit = Pick<Hit, 'key' | 'content' | 'isReadable'> & {
  readonly party?: Pick<Hit['party'], 'name'> | undefined
}

/** A hit with its current decision and proposal. */
export interface Review<Reviewed extends DecidableHit = Hit> extends Pick<Standing, 'proposal' | 'decision'> {
  /** The hit that was passed. */
  readonly hit: Reviewed
  /**
   * `open`: there is no proposal or decision. `proposed`: a proposal waits for approval. `decided`: the decision is valid.
   * `reopened`: a decision or proposal is no longer valid.
   */
  readonly state: 'open' | 'proposed' | 'decided' | 'reopened'
  /** Why the hit was reopened; empty in any other state. */
  readonly reasons: readonly ReopenReason[]
}

export const today = () => new Date().toISOString().slice(0, 10)

/** Finds the decision and proposal for each hit, even if the name of the hit's party has changed. */
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

/** Returns why a decision or proposal is no longer valid for a hit. */
export function findReopenReasons(hit: DecidableHit, decision: Decision, fourEyes: boolean): ReopenReason[] {
  const { key, content, by, approvedBy, until } = decision
  const [before, now] = [divideContent(content), divideContent(hit.content)]
  const isOther = (part: keyof DividedContent) => writeParts(before, part) !== writeParts(now, part)
  const isOtherParty = isOther('party')
  // Case, accents, spaces and invisible characters do not distinguish two persons.
  const isSamePerson = approvedBy !== null && isSameName(by, approvedBy)
  const all: [ReopenReason, boolean][] = [
    // The content may also change if the entries and the parties are the same, but are combined differently.
    ['content_changed', isOther('entry') || (!isOtherParty && content !== hit.content)],
    ['subject_changed', key !== hit.key || isOtherParty],
    ['expired', until !== null && until < today()],
    ['same_person', fourEyes && isSamePerson],
    ['unreadable', !hit.isReadable],
  ]
  return all.flatMap(([reason, isSo]) => (isSo ? reason : []))
}

/** Writes the parties, or the entries, of a hit's content as sorted JSON without duplicates. */
function writeParts(contents: readonly DividedContent[], part: keyof DividedContent): string {
  return JSON.stringify([...new Set(contents.map(content => JSON.stringify(content[part])))].sort())
}

/** Joins all fields of a hit except the party's names. */
function keyWithoutName({ key, content }: Pick<Hit, 'key' | 'content'>): string {
  const [entity, kind, , ...subject] = [decodeJson(key)].flat()
  const contents = divideContent(content).map(({ party, entry }) =>
    JSON.stringify([{ ...party, fullname: null }, entry]),
  )
  return JSON.stringify([entity, kind, subject, contents.sort()])
}
