import type { Gate } from '../../pacing/pace.ts'
import { type Decisions, decideByReads } from '../../resources/decide-outcome.ts'
import { groupInputs } from '../../resources/match-inputs.ts'
import { move, rowsThatAre, type SentRow } from '../rows/state.ts'
import type { Reads, TeamRead } from '../team/reads.ts'
import type { Course } from './course.ts'
import type { ImportRecord } from './record.ts'

interface LookUpParts {
  readonly reads: Reads
  readonly record: ImportRecord
  readonly course: Course
  /** Closed while the list does not show what was created: as long as more is, it would never show all. */
  readonly gate: Gate
  /** Milliseconds between two reads, and for which reads that cannot be relied on may follow each other. */
  readonly recheckDelay: number
  readonly patience: number
}

export type LookUp = ReturnType<typeof createLookUp>

/**
 * Makes a function that finds out by the team's list what became of rows of which no response says it, as `entities.reconcile`
 * does: a row that is there is created. A list only counts if it shows all else that is known to be there. One that does not
 * holds back what is to be created; where it never does, the rows stay in doubt, and the import stops.
 */
export function createLookUp({ reads, record, course, gate, recheckDelay, patience }: LookUpParts) {
  /**
   * @param created how many of them a response says were created, at least: a list that shows fewer is not to be relied on.
   * @param isExplained whether a response says what became of the rows that are absent; `isSteady` where the last read has shown
   * no more of them.
   * @returns those that are absent: they may be sent again, unless a response says what became of them.
   */
  return async (
    rows: readonly SentRow[],
    created = 0,
    isExplained = (_absent: readonly SentRow[], _isSteady: boolean) => false,
  ): Promise<readonly SentRow[]> => {
    for (const row of rowsThatAre(rows, 'sending')) move(row, 'lose')
    if (rows.length === 0) return []
    const asked = groupInputs(rows, ({ row }) => row, true)
    const wantedOf = new Map(asked.map(({ given, wanted }) => [given, wanted]))
    let open = rows
    let isOver = false
    let last: TeamRead | null = null
    let flaw: string | null = null
    let doubtfulSince: number | null = null
    let openGate: (() => void) | undefined
    const release = reads.lookFor(asked)

    async function read() {
      last = await reads.read()
      return last?.findings ?? null
    }

    async function judge(decisions: Decisions) {
      const there = open.filter(row => decisionOf(decisions, row)?.outcome === 'done')
      await record.conclude({ created: there })
      open = rowsThatAre(open, 'in_doubt')
      isOver = open.length === 0 || isExplained(open, there.length === 0)
      flaw = isOver ? null : last && flawOf(last, created - (rows.length - open.length))
      if (isOver) return 'enough'
      if (flaw === null) {
        doubtfulSince = null
        return 'usable'
      }
      openGate ??= gate.close()
      doubtfulSince ??= performance.now()
      return performance.now() - doubtfulSince >= patience ? 'enough' : 'doubtful'
    }

    try {
      const pause = () => reads.wait(recheckDelay, open.length)
      const { decisions, isEnded } = await decideByReads(read, judge, pause)
      if (isEnded) return []
      if (flaw !== null) {
        course.stop('failed', new ListDoubtError(open, flaw))
        return []
      }
      const absent = open.filter(row => isOver || decisionOf(decisions, row)?.outcome === 'not_done')
      for (const row of absent) move(row, 'miss')
      const unclear = rowsThatAre(open, 'in_doubt')
      const candidates = unclear.flatMap(row => decisionOf(decisions, row)?.entities ?? [])
      const ids = [...new Set(candidates.map(({ id }) => id))]
      const some = ids.length > 5 ? `${ids.slice(0, 5).join(', ')}, …` : ids.join(', ')
      const why = `it shows new entities that may be these rows under another name, type, country or number (${some})`
      // The others go on: what is in doubt is theirs alone.
      if (unclear.length > 0) course.leaveInDoubt(new ListDoubtError(unclear, why))
      return absent
    } finally {
      release()
      openGate?.()
    }

    function decisionOf(decisions: Decisions, row: SentRow) {
      const wanted = wantedOf.get(row)
      return wanted && decisions.get(wanted)
    }
  }
}

/** The team's list cannot be trusted to say of rows whether they exist. */
export class ListDoubtError extends Error {
  override readonly name = 'ListDoubtError'

  constructor(rows: readonly SentRow[], why: string) {
    const lines = rows.map(({ line }) => line)
    const [first, last] = [Math.min(...lines), Math.max(...lines)]
    const range = `${rows.length} rows from line ${first} to ${last} exist`
    super(`the team's list cannot say whether ${first === last ? `line ${first} exists` : range}: ${why}`)
  }
}

/** Why a list says nothing of what it lacks; null where it does. */
function flawOf({ isStale, unfound }: TeamRead, lacking: number): string | null {
  const notShown = (count: number) => `it does not show ${count}, or not as they were sent`
  if (lacking > 0) return `of the entities that the service says it has created ${notShown(lacking)}`
  if (unfound > 0) return `of the entities that this import has created ${notShown(unfound)}`
  return isStale ? 'it shows fewer entities than exist' : null
}
