import { listedAs, listingKey } from '../../resources/match-inputs.ts'
import { checksum } from '../checksum.ts'
import { refuse } from '../given.ts'
import type { EarlierBatch, EarlierRow } from '../journal/history.ts'
import type { PlacedRow } from '../rows/read-row.ts'
import type { SourceRow } from '../source/rows.ts'
import type { Repetition } from '../team/ledger.ts'
import { start } from './deliver.ts'
import type { Importing } from './importing.ts'
import { type SentRow, sentRow } from './sent-rows.ts'

/** Decides on rows as they are read, beside the journal of earlier runs. */
export type Intake = ReturnType<typeof createIntake>

export function createIntake(run: Importing) {
  const { history, ledger, tally, batches, reads, options } = run
  const { dryRun = false, possibleDuplicates = 'skip' } = options
  const waiting = new Map<EarlierBatch, SentRow[]>()
  /** Of the rows that the journal has seen: how many have come, were created, and are in the list. */
  let [seen, created, found] = [0, 0, 0]
  return { take, expectNone, startWaiting, finish, requireTeam }

  /** @throws InputValidationError where the journal has seen another row in its line. */
  function take(given: SourceRow): void {
    const { line, row } = given
    tally.counts.rows += 1
    if (row === null) {
      tally.problem(...given.problems)
      expectNone(line)
      return
    }
    const placed = { line, row, spelled: given.spelled, key: listingKey(listedAs(row)) }
    const earlier = history.find(line)
    if (earlier === undefined && (line <= history.lastLine || seen === history.size)) judge(placed)
    else if (earlier?.sum !== sumOf(placed)) refuseSource(line)
    else takeAgain(placed, earlier)
  }

  /** A line with a row that is wrong, or not of the partition. */
  function expectNone(line: number): void {
    if (history.find(line) !== undefined) refuseSource(line)
  }

  function takeAgain(placed: PlacedRow, { state, problem, batch }: EarlierRow): void {
    const { key, line } = placed
    const before = batch.before[line] ?? 0
    seen += 1
    if (state === 'planned') {
      judge(placed)
      return
    }
    ledger.remember(placed)
    if (problem !== undefined) tally.problem(problem)
    else if (state === 'in_doubt') wait(placed, before, batch)
    else {
      created += 1
      found += Math.min(ledger.countLike(key), 1)
      tally.createdEarlier(1)
      ledger.addCreated(key, before, false)
    }
  }

  function judge(placed: PlacedRow): void {
    const { line, key } = placed
    const repetition = ledger.judge(placed)
    const isWanted = repetition.kind === 'possible_duplicate' && possibleDuplicates === 'create'
    // It may have been created by a run of which the journal has lost the end.
    const isStrange = isWanted && ledger.countStrangers(key) > 0
    if (repetition.kind !== 'new' && (!isWanted || isStrange)) {
      const { kind, sameAs } = repetition
      tally.problem({ kind, line, column: null, reason: reasonOf(repetition, isStrange), sameAs })
    } else if (dryRun) tally.counts.planned += 1
    else if (run.isStopped()) tally.left(line)
    else batches.add(placed)
  }

  function wait(placed: PlacedRow, before: number, batch: EarlierBatch): void {
    const isThere = ledger.countLike(placed.key) > before
    // An entity that is in the list since then is the row itself, and no reason to doubt the rows that follow.
    if (isThere) ledger.addCreated(placed.key, before, false)
    if (dryRun && isThere) tally.createdEarlier(1)
    else if (dryRun) tally.counts.planned += 1
    else {
      batches.reserve([placed])
      const rows = waiting.get(batch) ?? []
      waiting.set(batch, rows)
      rows.push(sentRow(placed, batch.batch, before, 'in_doubt'))
    }
    // Until all that earlier runs have created is known again, it would pass for strangers.
    if (seen === history.size) startWaiting()
  }

  /** Begins with all that waits for the rest of its batch. */
  function startWaiting(): void {
    for (const [batch, rows] of waiting) startBatch(batch, rows)
  }

  function startBatch(batch: EarlierBatch, rows: readonly SentRow[]): void {
    batch.doubtful -= rows.length
    waiting.delete(batch)
    // Those that are still to come may be among them.
    const accepted = Math.max(0, batch.accepted - batch.doubtful)
    batch.accepted -= accepted
    start(run, rows, accepted)
  }

  /** @throws InputValidationError where the source has ended before the rows that the journal has seen. */
  function finish(): void {
    if (seen < history.size) refuseSource(history.lastLine)
  }

  /** @throws InputValidationError where nothing of what the journal says was created is in the team. */
  async function requireTeam(): Promise<void> {
    if (created === 0 || found > 0) return
    const age = Date.now() - (history.lastAt ?? Number.NEGATIVE_INFINITY)
    if (age < run.recheckDelay) {
      // What was created a moment ago, the list may show a moment later.
      await reads.wait(run.recheckDelay, 0)
      const read = await reads.read()
      if (read === null) return
      found += read.found
      if (found > 0) return
    }
    refuse(
      'journal',
      'belongs to another team: nothing of what it says was created is in the list of this one',
    )
  }
}

/** What rows say, as the journal keeps it. */
export function sumsOf(rows: readonly PlacedRow[]): string {
  return rows.map(placed => sumOf(placed).toString(16).padStart(8, '0')).join('')
}

/** What a row says, in 32 bits: a journal that is used with another source is found out at its first row. */
function sumOf({ row, spelled }: PlacedRow): number {
  return checksum(JSON.stringify(spelled ? { ...row, ...spelled } : row))
}

function refuseSource(line: number): never {
  const what = `line ${line} is not what it was`
  return refuse('journal', `belongs to another source, or the columns were read differently: ${what}`)
}

function reasonOf({ kind, sameAs }: Exclude<Repetition, { kind: 'new' }>, isStrange: boolean): string {
  if (sameAs !== null) return `repeats line ${sameAs}`
  if (kind === 'duplicate') return 'is in the team already'
  if (isStrange)
    return 'may be in the team already: a person of that name and country has come since this import began, of whom the journal does not know'
  return 'may be in the team already: it has a person of that name and country'
}
