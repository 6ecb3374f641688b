import type { Entity } from '../model/entity.ts'
import { getOrInsert } from '../shared/get-or-insert.ts'
import type { Outcome } from '../transport/outcome.ts'
import { type Findings, isOfKind, type Matches, type Wanted } from './match-inputs.ts'

/** What became of inputs that the list cannot distinguish. */
export interface Decision {
  readonly outcome: Outcome
  /** Those that it is, or may be. */
  readonly entities: readonly Entity[]
  /** Whether these are not even like it: it may be one of them under another name. */
  readonly areStrangers: boolean
}

export type Decisions = ReadonlyMap<Wanted, Decision>

/**
 * Reads the list until two reads in succession show the same, or all inputs are there: only then is one absent, and may be sent
 * again. `isEnded` where the reads have ended before.
 *
 * @param read - Reads it once; null where it is not to be read any more.
 * @param judge - Whether the reads are `enough` already, or the last one is too `doubtful` to say what is absent.
 * @param pause - Waits for the next read.
 */
export async function decideByReads(
  read: () => Promise<Findings | null>,
  judge: (decisions: Decisions, reads: number) => Promise<'enough' | 'doubtful' | 'usable'>,
  pause: () => Promise<void>,
) {
  let decisions: Decisions = new Map()
  let last: Decisions | null = null
  for (let reads = 1; ; reads += 1) {
    const findings = await read()
    if (findings === null) return { decisions, reads, isEnded: true, isSteady: false }
    const now = decideOutcomes(findings)
    decisions = mergeDecisions(decisions, now)
    const judged = await judge(decisions, reads)
    const isDone = [...decisions.values()].every(({ outcome }) => outcome === 'done')
    const isSteady = judged !== 'doubtful' && last !== null && areSameDecisions(last, now)
    if (judged === 'enough' || isDone || isSteady) return { decisions, reads, isEnded: false, isSteady }
    last = judged === 'doubtful' ? null : now
    await pause()
  }
}

/** Adds the decisions of a read to those of earlier reads. */
export function mergeDecisions(earlier: Decisions, latest: Decisions): Decisions {
  return new Map(Array.from(latest, ([one, decision]) => [one, keepSeen(decision, earlier.get(one))]))
}

/** What one read has shown, no later one undoes: that may come from a replica that lags. */
function keepSeen(now: Decision, earlier: Decision = now): Decision {
  if (earlier.entities.length === 0 || now.outcome === 'done') return now
  return earlier.outcome === 'done' || now.entities.length === 0 ? earlier : now
}

/** Whether two reads have shown the same, of the inputs that both were for. */
export function areSameDecisions(one: Decisions, other: Decisions): boolean {
  const textOf = ({ outcome, entities, areStrangers }: Decision) =>
    areStrangers ? outcome : [outcome, ...entities.map(({ id }) => id).sort()].join('\n')
  return [...one].every(([wanted, decision]) => textOf(decision) === textOf(other.get(wanted) ?? decision))
}

/**
 * Decides by what the list shows. `not_done` requires that nothing is similar, since the caller then creates it again. `done`
 * requires enough entities for all inputs that look alike, since the caller then never does.
 */
export function decideOutcomes({ found, claims, strangers, unreadable, isWhole }: Findings): Decisions {
  const likely = new Set([...found.keys()].filter(one => hasEnough(one, () => true)))
  const lacking = [...found].flatMap(([one, { certain, similar }]) => ((certain[0] ?? similar[0]) ? [] : one))
  const strangersOf = new Map<string, readonly Entity[]>()
  return new Map(Array.from(found, ([one, matches]) => [one, decide(one, matches)]))

  function decide(one: Wanted, { certain, similar }: Matches<Entity>): Decision {
    // What has found nothing that is certainly its own may be behind what looks like another's.
    if (hasEnough(one, other => likely.has(other)))
      return { outcome: 'done', entities: certain, areStrangers: false }
    const like = [...certain, ...similar]
    if (like.length > 0) return { outcome: 'unknown', entities: like, areStrangers: false }
    const others = hidden(one)
    const entities = others.length > 0 ? others : unreadable
    const outcome = entities.length === 0 && isWhole ? 'not_done' : 'unknown'
    return { outcome, entities, areStrangers: true }
  }

  /** Whether as many entities are certainly its own as there are inputs that lay claim to them. */
  function hasEnough(one: Wanted, isElsewhere: (other: Wanted) => boolean): boolean {
    const certain = found.get(one)?.certain ?? []
    const rivals = certain.flatMap(entity => {
      const claimants = claims.get(entity)
      return claimants?.certain.concat(claimants.similar.filter(other => !isElsewhere(other))) ?? []
    })
    return certain.length > 0 && certain.length >= countOf(new Set(rivals))
  }

  /**
   * New entities that may be an input under another name. A service that changes names does so for a whole request: where there
   * are fewer of them than inputs of that kind are absent from it, they are somebody else's.
   */
  function hidden(one: Wanted): readonly Entity[] {
    const kind = `${one.type} ${one.countryCode}`
    const all = getOrInsert(strangersOf, kind, () => strangers.filter(entity => isOfKind(one, entity)))
    if (one.request === null || all.length === 0) return all
    const absent = lacking.filter(
      ({ request, type, countryCode }) =>
        request === one.request && type === one.type && countryCode === one.countryCode,
    )
    return all.length >= countOf(absent) ? all : []
  }
}

function countOf(wanted: Iterable<Wanted>): number {
  let inputs = 0
  for (const { count } of wanted) inputs += count
  return inputs
}
