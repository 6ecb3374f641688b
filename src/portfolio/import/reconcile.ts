import type { Entity } from '../../model/entity.ts'
import { type Decisions, decideByReads } from '../../resources/decide-outcome.ts'
import { groupInputs, listedAs } from '../../resources/match-inputs.ts'
import { foldCase } from '../../shared/names/fold-name.ts'
import type { TeamRead } from '../team/reads.ts'
import type { Importing } from './importing.ts'
import { conclude, move, rowsThatAre, type SentRow } from './sent-rows.ts'

/** Whether a response says what became of the rows that are absent; `isSteady` where the last read has shown no more of them. */
type IsExplained = (absent: readonly SentRow[], isSteady: boolean) => boolean

/**
 * Finds out by the team's list what became of rows of which no response says it, as `entities.reconcile` does: a row that is
 * there is created. A list only counts if it shows all else that is known to be there. One that does not holds back what is to
 * be created; where it never does, the rows stay in doubt, and the import stops.
 *
 * @param created how many of them a response says were created, at least: a list that shows fewer is not to be relied on.
 * @returns those that are absent: they may be sent again, unless a response says what became of them.
 */
export async function reconcile(
  run: Importing,
  rows: readonly SentRow[],
  created = 0,
  isExplained: IsExplained = () => false,
): Promise<readonly SentRow[]> {
  for (const row of rowsThatAre(rows, 'sending')) move(row, 'lose')
  if (rows.length === 0) return []
  const asked = groupInputs(rows, ({ row }) => row)
  const wantedOf = new Map(asked.map(({ given, wanted }) => [given, wanted]))
  const decisionOf = (decisions: Decisions, row: SentRow) => {
    const wanted = wantedOf.get(row)
    return wanted && decisions.get(wanted)
  }
  const outcomeOf = (decisions: Decisions, row: SentRow) => decisionOf(decisions, row)?.outcome
  let open = rows
  let isOver = false
  const seen: { last: TeamRead | null } = { last: null }
  let flaw: string | null = null
  let doubtfulSince: number | null = null
  let openGate: (() => void) | undefined
  const release = run.reads.lookFor(asked)

  async function judge(decisions: Decisions): Promise<'enough' | 'doubtful' | 'usable'> {
    const there = open.filter(row => outcomeOf(decisions, row) === 'done')
    await conclude(run, { created: there })
    open = rowsThatAre(open, 'in_doubt')
    isOver = isExplained(open, there.length === 0)
    if (isOver || open.length === 0) return 'enough'
    flaw = seen.last && flawOf(seen.last, created, rows.length - open.length)
    if (flaw === null) {
      doubtfulSince = null
      return 'usable'
    }
    openGate ??= run.gate.close()
    doubtfulSince ??= performance.now()
    return performance.now() - doubtfulSince >= run.giveUpAfter ? 'enough' : 'doubtful'
  }

  try {
    const decided = await decideByReads({
      async read() {
        seen.last = await run.reads.read()
        return seen.last?.findings ?? null
      },
      judge,
      pause: () => run.reads.wait(run.recheckDelay, open.length),
    })
    if (decided.isEnded) return []
    if (flaw !== null && !isOver && open.length > 0) {
      run.stop('failed', doubtOf(open, flaw))
      return []
    }
    const isAbsent = (row: SentRow) => isOver || outcomeOf(decided.decisions, row) === 'not_done'
    const similar = open.filter(row => !isAbsent(row))
    const entities = similar.flatMap(row => decisionOf(decided.decisions, row)?.entities ?? [])
    const hidden = isOver ? [] : hiddenAmong(open.filter(isAbsent), seen.last?.strangers ?? [])
    const unclear = new Set([...similar, ...hidden.flatMap(({ rows }) => rows)])
    const absent = open.filter(row => !unclear.has(row))
    for (const row of absent) move(row, 'miss')
    if (unclear.size > 0) {
      const ids = new Set([...entities, ...hidden.flatMap(group => group.entities)].map(({ id }) => id))
      const why = `it shows new entities that may be they under another name, type, country or number (${listed(ids)})`
      // The others go on: what is in doubt is theirs alone.
      run.leaveInDoubt(doubtOf([...unclear], why))
    }
    return absent
  } finally {
    release()
    openGate?.()
  }
}

/** The team's list cannot be trusted to say of rows whether they exist. */
export class ListDoubtError extends Error {
  override readonly name = 'ListDoubtError'
}

/** Why a list says nothing of what it lacks; null where it does. */
function flawOf({ isStale, unfound, findings }: TeamRead, created: number, shown: number): string | null {
  const unreadable = findings.unreadable.length
  if (shown < created)
    return `of the entities that the service says it has created it does not show ${created - shown}, or not as they were sent`
  if (unfound > 0)
    return `of the entities that this import has created it does not show ${unfound}, or not as they were sent`
  if (unreadable > 0) return `${unreadable} of its new entities cannot be read`
  return isStale ? 'it has fewer entities than there are' : null
}

/** What says which rows may exist. */
function doubtOf(rows: readonly SentRow[], why: string): ListDoubtError {
  const lines = rows.map(({ line }) => line)
  const [first, last] = [Math.min(...lines), Math.max(...lines)]
  const which =
    first === last ? `line ${first} exists` : `${rows.length} rows from line ${first} to ${last} exist`
  return new ListDoubtError(`the team's list cannot say whether ${which}: ${why}`)
}

interface Hidden {
  readonly rows: readonly SentRow[]
  readonly entities: readonly Entity[]
}

/**
 * Rows that the list may show under names that nobody would expect, such as `Mueller` for `Müller`: there are as many new
 * entities of their type and country, or more, that are of no row.
 */
function hiddenAmong(rows: readonly SentRow[], strangers: readonly Entity[]): Hidden[] {
  const groups = new Map<string, SentRow[]>()
  for (const given of rows) {
    const { type, countryCode } = listedAs(given.row)
    const key = JSON.stringify([type, countryCode])
    groups.set(key, [...(groups.get(key) ?? []), given])
  }
  return [...groups.values()].flatMap(group => {
    const [first] = group
    if (first === undefined) return []
    const { type, countryCode } = listedAs(first.row)
    const entities = strangers.filter(
      entity =>
        foldCase(entity.type) === type && (entity.countryCode === null || entity.countryCode === countryCode),
    )
    return entities.length >= group.length ? [{ rows: group, entities }] : []
  })
}

/** Some of the identifiers. */
function listed(ids: ReadonlySet<string>): string {
  const some = [...ids].slice(0, 5).join(', ')
  return ids.size > 5 ? `${some} and ${ids.size - 5} more` : some
}
