import type { Entity } from '../model/entity.ts'
import { addTo } from '../shared/names/similar.ts'
import type { Outcome } from '../transport/outcome.ts'
import { type Findings, type Found, isOtherRegistration, type Wanted } from './match-inputs.ts'

/** What became of inputs that the list cannot distinguish, and what looks like them. */
export interface Decision {
  readonly outcome: Outcome
  readonly entities: readonly Entity[]
}

export type Decisions = ReadonlyMap<Wanted, Decision>

/** How the list is read for inputs in doubt. */
export interface Reads {
  /** Reads it once; null where it is not to be read any more. */
  read(): Promise<Findings | null>
  /** Whether the reads are `enough` already, or the last one is too `doubtful` to say what is absent. */
  judge(decisions: Decisions): Promise<'enough' | 'doubtful' | 'usable'>
  /** Waits for the next read. */
  pause(): Promise<void>
}

/**
 * Reads the list until two reads in succession show the same, or all inputs are there: only then is one absent, and may be sent
 * again. `isEnded` where the reads have ended before.
 */
export async function decideByReads({ read, judge, pause }: Reads) {
  let decisions: Decisions = new Map()
  let last: Decisions | null = null
  for (let reads = 1; ; reads += 1) {
    const findings = await read()
    if (findings === null) return { decisions, reads, unreadable: [], isEnded: true, isSteady: false }
    const now = decideOutcomes(findings)
    decisions = new Map(Array.from(now, ([one, decision]) => [one, keepSeen(decision, decisions.get(one))]))
    const judged = await judge(decisions)
    const isDone = [...decisions.values()].every(({ outcome }) => outcome === 'done')
    const isSteady = judged !== 'doubtful' && last !== null && isSame(last, now)
    if (judged === 'enough' || isDone || isSteady)
      return { decisions, reads, unreadable: findings.unreadable, isEnded: false, isSteady }
    last = judged === 'doubtful' ? null : now
    await pause()
  }
}

/** What one read has shown, no later one undoes: that may come from a replica that lags. */
function keepSeen(now: Decision, earlier: Decision | undefined): Decision {
  if (earlier === undefined || earlier.entities.length === 0 || now.outcome === 'done') return now
  return earlier.outcome === 'done' || now.entities.length === 0 ? earlier : now
}

/**
 * Decides by what the list shows. `not_done` requires that nothing is similar, since the caller then creates it again. `done`
 * requires enough entities for all inputs that look alike, since the caller then never does.
 */
function decideOutcomes({ found, unreadable, isWhole, strangersTo }: Findings): Decisions {
  const likely = findSatisfied(found, (_, { certain }) => certain)
  // What has found nothing that is certainly its own may be behind what looks like another's.
  const done = findSatisfied(found, (one, { certain, similar }) =>
    likely.has(one) ? certain : [...certain, ...similar.filter(entity => !isOtherRegistration(one, entity))],
  )
  const absent = isWhole && unreadable.length === 0 ? 'not_done' : 'unknown'
  const decide = (one: Wanted, { certain, similar }: Found): Decision => {
    if (likely.has(one) && done.has(one)) return { outcome: 'done', entities: certain }
    const like = [...certain, ...similar]
    const entities = like.length > 0 ? like : strangersTo(one)
    return { outcome: entities.length > 0 ? 'unknown' : absent, entities }
  }
  return new Map(Array.from(found, ([one, candidates]) => [one, decide(one, candidates)]))
}

/** Those with as many entities that are certainly theirs as there are inputs that lay claim to them. */
function findSatisfied(
  found: Findings['found'],
  claimsOf: (one: Wanted, found: Found) => readonly Entity[],
): ReadonlySet<Wanted> {
  const claims = new Map<Entity, Wanted[]>()
  for (const [one, candidates] of found)
    for (const entity of claimsOf(one, candidates)) addTo(claims, entity, one)
  const satisfied = new Set<Wanted>()
  for (const [one, { certain }] of found) {
    const rivals = new Set(certain.flatMap(entity => claims.get(entity) ?? []))
    const inputs = [...rivals].reduce((sum, { count }) => sum + count, 0)
    if (certain.length > 0 && certain.length >= inputs) satisfied.add(one)
  }
  return satisfied
}

/** Whether two reads have shown the same, of the inputs that both were for. */
function isSame(one: Decisions, other: Decisions): boolean {
  return [...one].every(([wanted, { outcome, entities }]) => {
    const now = other.get(wanted)
    if (now === undefined) return true
    const ids = new Set(now.entities.map(({ id }) => id))
    return (
      now.outcome === outcome &&
      now.entities.length === entities.length &&
      entities.every(({ id }) => ids.has(id))
    )
  })
}
