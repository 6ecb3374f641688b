import { listedAs, listingKey } from '../../resources/match-inputs.ts'
import { getOrInsertList } from '../../shared/get-or-insert.ts'
import { refuse } from '../input.ts'
import type { EarlierBatch, EarlierRow, History } from '../journal/history.ts'
import type { ImportOptions } from '../options.ts'
import type { RowProblem } from '../report.ts'
import type { PlacedRow, SourceRow } from '../rows/read-row.ts'
import type { SentRow } from '../rows/state.ts'
import { partitionOf } from '../source/partition.ts'
import type { Ledger } from '../team/ledger.ts'
import { sumOf } from './record.ts'

/** What is to be done with a row; nothing with one of another partition. */
export type Planned =
  | { readonly next: 'send' | 'find'; readonly row: PlacedRow }
  | { readonly next: 'report'; readonly problems: readonly [RowProblem, ...RowProblem[]] }
  | { readonly next: 'count'; readonly as: readonly ('planned' | 'created' | 'createdEarlier')[] }
  | { readonly next: 'skip' }

const createdEarlier: Planned = { next: 'count', as: ['created', 'createdEarlier'] }
const toBeSent: Planned = { next: 'count', as: ['planned'] }

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
    /** @throws InputValidationError where the source has ended before the rows that the journal has seen. */
    end() {
      if (seen < history.size) refuseSource(history.lastLine)
      requireTeam()
    },
    requireTeam,
  }

  /** @throws InputValidationError where nothing of what the journal says was created is in the team. */
  function requireTeam(): void {
    const message =
      'belongs to another team, or the list has not caught up: it shows none of the entities that were created'
    if (created > 0 && !hasFound) refuse('journal', message)
  }

  /** @throws InputValidationError where the journal has seen another row in its line. */
  function take(given: SourceRow): Planned {
    const { line, row } = given
    const earlier = history.find(line)
    const isOther = partition !== undefined && partitionOf(row ?? line, partition.of) !== partition.index
    if (isOther || row === null) {
      if (earlier !== undefined) refuseSource(line)
      return row === null && !isOther ? { next: 'report', problems: given.problems } : { next: 'skip' }
    }
    const placed = { line, row, key: listingKey(listedAs(row)) }
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
    const isThere = ledger.countLike(key) > before
    // What the journal says of a namesake shows nothing of this team.
    hasFound ||= ledger.isListed(key) && (state !== 'in_doubt' || isThere)
    if (state === 'in_doubt') {
      // An entity that is in the list since then is the row itself, and no reason to doubt the rows that follow.
      if (isThere) ledger.addCreated(key, before, false)
      if (dryRun) return isThere ? createdEarlier : toBeSent
      const sent = { batch: batch.batch, before, state, wasInDoubt: true, isOfEarlierRun: true }
      getOrInsertList(waiting, batch).push({ ...placed, ...sent })
      return { next: 'find', row: placed }
    }
    created += 1
    ledger.addCreated(key, before, false)
    return createdEarlier
  }

  function judge(placed: PlacedRow): Planned {
    const { kind, sameAs } = { sameAs: null, ...ledger.judge(placed) }
    const isWanted = kind === 'possible_duplicate' && possibleDuplicates === 'create'
    // It may have been created by a run of which the journal has lost the end.
    const isStrange = isWanted && ledger.countStrangers(placed.key) > 0
    if (kind === 'new' || (isWanted && !isStrange)) return dryRun ? toBeSent : { next: 'send', row: placed }
    const inTeam =
      kind === 'duplicate'
        ? 'is in the team already'
        : 'may be in the team already: it has a person of that name and country'
    const reason = sameAs === null ? inTeam : `repeats line ${sameAs}`
    return { next: 'report', problems: [{ kind, line: placed.line, column: null, reason, sameAs }] }
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
