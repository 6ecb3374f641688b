import { listingKey, toListIdentity } from '../../../resources/group-inputs.ts'
import { checksum } from '../../checksum.ts'
import { refuseJournal } from '../../import-input.ts'
import type { RowProblem } from '../../import-report.ts'
import {
  type EarlierBatch,
  type EarlierRow,
  findEarlierRow,
  lastLineOf,
} from '../../journal/import-history.ts'
import type { PlacedRow, SourceRow } from '../../rows/read-row.ts'
import { findPartition } from '../../source/partition.ts'
import { listDifferences, type UnusedCells } from '../../source/unused-cells.ts'
import { countLookAlikes, countUnclaimedNewer, isListedUnclaimed } from '../../team/duplicate-index.ts'
import { findRepetition, type RowIdentity } from '../../team/find-repetition.ts'
import type { ImportState } from './import-state.ts'

interface AnyClassification {
  readonly line: number
  /** The identity of the row in the index; null if the row is invalid or repeats another row. */
  readonly identity: RowIdentity | null
  /** Whether an earlier run recorded the row as about to be sent. */
  readonly isAnnounced: boolean
}

/** The classification of a row that an earlier run recorded as about to be sent, after a comparison with the team's list. */
export interface EarlierClassification extends AnyClassification {
  readonly row: PlacedRow
  /** The number of entities that looked like the row before it was sent. */
  readonly lookAlikesBefore: number
  /** Whether the list shows an entity like the row, which proves that the journal belongs to this team. */
  readonly confirmsTeam: boolean
}

/** The next step for a row of the source. */
export type RowClassification =
  /** Another partition imports the row. */
  | { readonly next: 'skip' }
  | (AnyClassification & {
      readonly next: 'report'
      readonly problems: readonly [RowProblem, ...RowProblem[]]
    })
  | (AnyClassification & { readonly next: 'create'; readonly row: PlacedRow })
  /** According to the journal, the row was created. */
  | (EarlierClassification & { readonly next: 'count' })
  /**
   * An earlier run may have created the row. `isListed`: the list shows one more entity that looks like the row than before the
   * row was sent.
   */
  | (EarlierClassification & {
      readonly next: 'look_for'
      readonly batch: EarlierBatch
      readonly isListed: boolean
    })

/**
 * Decides what to do with a row, based on the journal of earlier runs and on the team's entities. Only `applyClassification`
 * changes the state.
 *
 * @throws InputValidationError if the journal contains another row for this line.
 */
export function classifyRow(state: ImportState, sourceRow: SourceRow): RowClassification {
  const { history, earlier, settings } = state
  const { partition } = settings
  const { line, row } = sourceRow
  const earlierRow = findEarlierRow(history, line)
  const isOfOther = partition !== undefined && findPartition(row ?? line, partition.of) !== partition.index
  if (isOfOther || row === null) {
    if (earlierRow !== undefined) refuseSource(line)
    if (row !== null || isOfOther) return { next: 'skip' }
    return { next: 'report', line, identity: null, isAnnounced: false, problems: sourceRow.problems }
  }
  const { unusedCells, omissions } = sourceRow
  const placed = { line, row, omissions, key: listingKey(toListIdentity(row)) }
  if (earlierRow === undefined) {
    // After the last line that the journal contains, refuses a source that lacks a row of the journal, because it must be
    // another source.
    if (line > lastLineOf(history) && earlier.announced < history.announced) refuseSource(line)
    return classifyNew(state, placed, unusedCells, false)
  }
  if (earlierRow.checksum !== checksumOf(placed)) refuseSource(line)
  return earlierRow.state === 'planned'
    ? classifyNew(state, placed, unusedCells, true)
    : classifyEarlier(state, placed, unusedCells, earlierRow)
}

/** Returns the checksum of a row for the journal, by which a later run detects that it reads another source. */
export function checksumOf({ row }: PlacedRow): number {
  return checksum(JSON.stringify(row))
}

function classifyNew(
  { index, settings }: ImportState,
  row: PlacedRow,
  unusedCells: UnusedCells | undefined,
  isAnnounced: boolean,
): RowClassification {
  const { line } = row
  const { kind, sameAs, identity } = findRepetition(index, row, unusedCells?.sums)
  const isAllowed = kind === 'possible_duplicate' && settings.onPossibleDuplicate === 'create'
  // If the last journal entries of an earlier run are lost, that run may have created the person from this row.
  const mayBeOurs = isAllowed && countUnclaimedNewer(index, row.key) > 0
  if (kind === 'new' || (isAllowed && !mayBeOurs)) return { next: 'create', line, identity, isAnnounced, row }
  const isRepeated = kind === 'duplicate'
  const earlierCells = sameAs === null ? '' : (index.cellSums.get(sameAs) ?? '')
  const reason = isRepeated
    ? describeDuplicate(sameAs)
    : describePossibleDuplicate(sameAs, unusedCells && listDifferences(unusedCells, earlierCells))
  const problem = { kind, line, column: null, reason, sameAs }
  return { next: 'report', line, identity: isRepeated ? null : identity, isAnnounced, problems: [problem] }
}

function describeDuplicate(sameAs: number | null): string {
  return sameAs === null ? 'is in the team already' : `repeats line ${sameAs}`
}

function describePossibleDuplicate(sameAs: number | null, differences = ''): string {
  return sameAs === null
    ? 'may be in the team already: it has a person of that name and country'
    : `differs from line ${sameAs} only in columns that are not used: ${differences}`
}

function classifyEarlier(
  { index }: ImportState,
  row: PlacedRow,
  unusedCells: UnusedCells | undefined,
  earlierRow: EarlierRow,
): RowClassification {
  const { line, key } = row
  const { state, batch, problem } = earlierRow
  const { identity } = findRepetition(index, row, unusedCells?.sums)
  const announced = { line, identity, isAnnounced: true } as const
  if (problem !== undefined) return { next: 'report', ...announced, problems: [problem] }
  const lookAlikesBefore = batch.before[line] ?? 0
  const isListed = countLookAlikes(index, key) > lookAlikesBefore
  const isInDoubt = state === 'in_doubt'
  // An entity that already existed before the row was sent does not prove that the journal belongs to this team.
  const confirmsTeam = isListedUnclaimed(index, key) && (!isInDoubt || isListed)
  const classification = { ...announced, row, lookAlikesBefore, confirmsTeam }
  return isInDoubt
    ? { next: 'look_for', ...classification, batch, isListed }
    : { next: 'count', ...classification }
}

/** @throws InputValidationError if the team's list shows none of the entities that were created according to the journal. */
export function assertSameTeam({ earlier }: ImportState): void {
  const message =
    'belongs to another team, or the list has not caught up: it shows none of the entities that were created'
  if (earlier.created > 0 && !earlier.isTeamConfirmed) refuseJournal('other_team', message)
}

/** @throws InputValidationError if the source has ended and lacks rows of the journal. */
export function assertAllEarlierRows({ history, earlier }: ImportState): void {
  if (earlier.announced < history.announced) refuseSource(lastLineOf(history))
}

function refuseSource(line: number): never {
  const problem = 'belongs to another source, or the columns were read differently'
  return refuseJournal('other_source', `${problem}: line ${line} is not what it was`)
}
