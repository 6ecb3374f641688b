import type { Entity } from '../model/entity.ts'
import { listOf } from '../shared/lists.ts'
import type { Outcome } from '../transport/outcome.ts'
import { type Findings, type Found, isOtherRegistration, type Wanted } from './match-inputs.ts'

/** What became of inputs that the list cannot distinguish, and what looks like them. */
export interface Decision {
  readonly outcome: Outcome
  /** Those that match it, or are like it. */
  readonly entities: readonly Entity[]
  /** Where none is: those that it may be under another name. */
  readonly strangers: readonly Entity[]
}

/** What an input is, or may be. */
export function candidatesOf(decision: Decision | undefined): readonly Entity[] {
  if (decision === undefined) return []
  return decision.entities.length > 0 ? decision.entities : decision.strangers
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
  if (earlier === undefined || candidatesOf(earlier).length === 0 || now.outcome === 'done') return now
  return earlier.outcome === 'done' || candidatesOf(now).length === 0 ? earlier : now
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
  const lacking = [...found.keys()].filter(one => likeOf(found.get(one)).length === 0)
  const decide = (one: Wanted, candidates: Found): Decision => {
    if (likely.has(one) && done.has(one))
      return { outcome: 'done', entities: candidates.certain, strangers: [] }
    const entities = likeOf(candidates)
    const strangers = entities.length > 0 ? [] : hidden(one, strangersTo(one), lacking)
    return { outcome: entities.length + strangers.length > 0 ? 'unknown' : absent, entities, strangers }
  }
  return new Map(Array.from(found, ([one, candidates]) => [one, decide(one, candidates)]))
}

function likeOf(found: Found | undefined): readonly Entity[] {
  return found === undefined ? [] : [...found.certain, ...found.similar]
}

/**
 * New entities that may be an input under another name. A service that changes names does so for a whole request: where there are
 * fewer of them than inputs of that kind are absent from it, they are somebody else's.
 */
function hidden(
  { request, type, countryCode }: Wanted,
  strangers: readonly Entity[],
  lacking: readonly Wanted[],
): readonly Entity[] {
  if (request === null || strangers.length === 0) return strangers
  let absent = 0
  for (const other of lacking)
    if (request.has(other) && other.type === type && other.countryCode === countryCode) absent += other.count
  return strangers.length >= absent ? strangers : []
}

/** Those with as many entities that are certainly theirs as there are inputs that lay claim to them. */
function findSatisfied(
  found: Findings['found'],
  claimsOf: (one: Wanted, found: Found) => readonly Entity[],
): ReadonlySet<Wanted> {
  const claims = new Map<Entity, Wanted[]>()
  for (const [one, candidates] of found)
    for (const entity of claimsOf(one, candidates)) listOf(claims, entity).push(one)
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
