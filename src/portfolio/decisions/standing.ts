import type { DecisionEntry, Said, Verdict } from './entries.ts'

/** A proposal, and who approved it. */
export interface Decision {
  /** The `id` of the proposal. */
  readonly id: string
  /** The `key` of the hit that it is about. */
  readonly key: string
  /** The `content` of the hit when it was proposed. */
  readonly content: string
  /** What the hit is. */
  readonly verdict: Verdict
  /** Why. */
  readonly reason: string
  /** SHA-256 of a record of evidence; null where none was given. */
  readonly evidence: string | null
  /** The last day on which it holds, YYYY-MM-DD in UTC; null for no end. */
  readonly until: string | null
  /** Who proposed it. */
  readonly by: string
  /** When it was proposed, in ISO 8601, UTC. */
  readonly at: string
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
  for (const entry of entries) {
    if (entry.said === null || entry.action === 'erase') continue
    const { key } = entry.said
    standings.set(key, after(standings.get(key) ?? nothing, entry, entry.said))
  }
  return standings
}

function after(before: Standing, { action, of, ...entry }: DecisionEntry, said: Said): Standing {
  const { proposal, decision, isWithdrawn } = before
  const { id, by, at, verdict, until } = entry
  if (action === 'withdraw') return { ...nothing, isWithdrawn: isWithdrawn || decision !== null }
  if (action === 'propose' && verdict !== null) {
    const { key, content, reason, evidence } = said
    const what = { id, key, content: content ?? '', verdict, reason: reason ?? '', evidence, until, by, at }
    return { ...before, proposal: { ...what, approvedBy: null, approvedAt: null } }
  }
  if (proposal === null || !of.includes(proposal.id)) return before
  return { proposal: null, decision: { ...proposal, approvedBy: by, approvedAt: at }, isWithdrawn: false }
}
