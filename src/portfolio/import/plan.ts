import { listedAs, listingKey } from '../../resources/match-inputs.ts'
import { listOf } from '../../shared/lists.ts'
import { refuse } from '../input.ts'
import type { EarlierBatch, EarlierRow, History } from '../journal/history.ts'
import type { ImportOptions } from '../options.ts'
import type { RowProblem } from '../report.ts'
import type { PlacedRow, SourceRow } from '../rows/read-row.ts'
import type { SentRow } from '../rows/state.ts'
import { partitionOf } from '../source/partition.ts'
import type { Ledger, Repetition } from '../team/ledger.ts'
import { sumOf } from './record.ts'

/** What is to be done with a row. */
export type Planned =
  | { readonly next: 'send' | 'find'; readonly row: PlacedRow }
  | { readonly next: 'report'; readonly problems: readonly [RowProblem, ...RowProblem[]] }
  | { readonly next: 'count'; readonly as: readonly ('planned' | 'created' | 'createdEarlier')[] }
  | { readonly next: 'skip' }

const createdEarlier = ['created', 'createdEarlier'] as const

/** Decides on each row as it is read, by the journal of earlier runs and by what is in the team. */
export function createPlan(
  history: History,
  ledger: Ledger,
  { dryRun = false, possibleDuplicates = 'skip', partition }: ImportOptions,
) {
  const waiting = new Map<EarlierBatch, SentRow[]>()
  /** Of the rows that the journal has seen: how many have come, and were created, and whether any is in the list. */
  let [seen, created, hasFound] = [0, 0, false]

  return {
    take,
    takeDoubtful,
    /** Whether all rows of earlier runs have come: before, what those have created would pass for strangers. */
    hasCaughtUp: () => seen === history.size,
    /** @throws InputValidationError where the source has ended before the rows that the journal has seen. */
    end() {
      if (seen < history.size) refuseSource(history.lastLine)
      requireTeam()
    },
    requireTeam,
  }

  /** @throws InputValidationError where nothing of what the journal says was created is in the team. */
  function requireTeam(): void {
    if (created > 0 && !hasFound)
      refuse(
        'journal',
        'belongs to another team, or the list has not caught up: it shows none of the entities that were created',
      )
  }

  /** @throws InputValidationError where the journal has seen another row in its line. */
  function take(given: SourceRow): Planned {
    const { line, row } = given
    const isOther = partition !== undefined && partitionOf(row ?? line, partition.of) !== partition.index
    if ((isOther || row === null) && history.find(line) !== undefined) refuseSource(line)
    if (isOther) return { next: 'skip' }
    if (row === null) return { next: 'report', problems: given.problems }
    const placed = { line, row, key: listingKey(listedAs(row)) }
    const earlier = history.find(line)
    if (earlier === undefined && (line <= history.lastLine || seen === history.size)) return judge(placed)
    return earlier?.sum === sumOf(placed) ? takeAgain(placed, earlier) : refuseSource(line)
  }

  function takeAgain(placed: PlacedRow, { state, problem, batch }: EarlierRow): Planned {
    const { key, line } = placed
    const before = batch.before[line] ?? 0
    seen += 1
    if (state === 'planned') return judge(placed)
    ledger.remember(placed)
    if (problem !== undefined) return { next: 'report', problems: [problem] }
    if (state === 'in_doubt') return find(placed, before, batch)
    created += 1
    hasFound ||= ledger.countLike(key) > 0
    ledger.addCreated(key, before, false)
    return { next: 'count', as: createdEarlier }
  }

  function judge(placed: PlacedRow): Planned {
    const repetition = ledger.judge(placed)
    const isWanted = repetition.kind === 'possible_duplicate' && possibleDuplicates === 'create'
    // It may have been created by a run of which the journal has lost the end.
    const isStrange = isWanted && ledger.countStrangers(placed.key) > 0
    if (repetition.kind === 'new' || (isWanted && !isStrange))
      return dryRun ? { next: 'count', as: ['planned'] } : { next: 'send', row: placed }
    const { kind, sameAs } = repetition
    const reason = reasonOf(repetition)
    return { next: 'report', problems: [{ kind, line: placed.line, column: null, reason, sameAs }] }
  }

  function find(placed: PlacedRow, before: number, batch: EarlierBatch): Planned {
    const isThere = ledger.countLike(placed.key) > before
    // An entity that is in the list since then is the row itself, and no reason to doubt the rows that follow.
    if (isThere) ledger.addCreated(placed.key, before, false)
    if (dryRun) return { next: 'count', as: isThere ? createdEarlier : ['planned'] }
    listOf(waiting, batch).push({
      ...placed,
      batch: batch.batch,
      before,
      state: 'in_doubt',
      wasInDoubt: true,
      isOfEarlierRun: true,
    })
    return { next: 'find', row: placed }
  }

  /** The rows to look for, so far: by the batch of an earlier run, with how many of them were created at least. */
  function takeDoubtful(): [SentRow[], number][] {
    const all = Array.from(waiting, ([batch, rows]): [SentRow[], number] => {
      batch.doubtful -= rows.length
      // Those that are still to come may be among them.
      const accepted = Math.max(0, batch.accepted - batch.doubtful)
      batch.accepted -= accepted
      return [rows, accepted]
    })
    waiting.clear()
    return all
  }
}

function refuseSource(line: number): never {
  const what = `line ${line} is not what it was`
  return refuse('journal', `belongs to another source, or the columns were read differently: ${what}`)
}

function reasonOf({ kind, sameAs }: Exclude<Repetition, { kind: 'new' }>): string {
  if (sameAs !== null) return `repeats line ${sameAs}`
  if (kind === 'duplicate') return 'is in the team already'
  return 'may be in the team already: it has a person of that name and country'
}
