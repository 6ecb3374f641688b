import {
  areSameOutcomes,
  decideOutcomes,
  type InputOutcomes,
  mergeOutcomes,
} from '../../../resources/decide-outcomes.ts'
import { type AnnouncedRow, rowsInState } from '../../rows/row-state.ts'
import type { TeamListRead } from '../../team/team-list-reader.ts'
import { type Batch, type BatchOutcome, createRowGroup, type InDoubtSearch } from '../state/batch.ts'
import type { ImportState } from '../state/import-state.ts'
import { noOutcome } from './batch-outcome.ts'
import { concludeFailure, concludeUnclearSummary } from './decide-bulk-outcome.ts'
import { ListDoubtError } from './list-doubt-error.ts'
import { readSummary } from './refusal-reasons.ts'

/** The consequences of a read of the team's list for a batch with rows whose outcome is unknown. */
export interface Resolution {
  readonly batch: Batch
  readonly created: readonly AnnouncedRow[]
  /** Rows that were certainly not created, so that they may be sent again. */
  readonly absent: readonly AnnouncedRow[]
  /** The continued search; null if the search has ended. */
  readonly search: InDoubtSearch | null
  /** The outcome of the batch, if the search has ended. */
  readonly outcome: BatchOutcome
  /** The error that stops the import because no read was reliable; null if the import continues. */
  readonly failure: ListDoubtError | null
  /** The error that leaves the outcome of rows unknown without stopping the import; null if there is none. */
  readonly doubt: ListDoubtError | null
}

const noResolution: Omit<Resolution, 'batch'> = {
  created: [],
  absent: [],
  search: null,
  outcome: noOutcome,
  failure: null,
  doubt: null,
}

/**
 * Resolves the rows with an unknown outcome after the team's list was read. Does not change the state.
 *
 * @param list null if the import ended before the list was read.
 * @param now the time on the clock of `performance`.
 */
export function resolveInDoubt(state: ImportState, list: TeamListRead | null, now: number): Resolution[] {
  return [...state.batches].flatMap(batch => {
    if (batch.search === null || batch.phase !== 'list') return []
    return list === null
      ? endSearch(state, batch, batch.search)
      : resolveBatch(state, batch, batch.search, list, now)
  })
}

function resolveBatch(
  state: ImportState,
  batch: Batch,
  search: InDoubtSearch,
  list: TeamListRead,
  now: number,
): Resolution {
  const latest = decideOutcomes(list.matches)
  const decisions = mergeOutcomes(search.decisions, latest)
  const outcomeOf = createLookup(search, decisions)
  const doubtful = rowsInState(search.rows, 'in_doubt')
  const created = doubtful.filter(row => outcomeOf(row)?.outcome === 'done')
  const open = doubtful.filter(row => outcomeOf(row)?.outcome !== 'done')
  const isExplained = open.length === 0 || explainsAbsence(state, search, open, created.length === 0)
  const lacking = search.accepted - (search.rows.length - open.length)
  const unreliability = isExplained ? null : findUnreliability(list, lacking)
  const unreliableSince = unreliability === null ? null : (search.unreliableSince ?? now)
  const { unreliableListTimeout } = state.settings
  if (unreliability !== null && unreliableSince !== null && now - unreliableSince >= unreliableListTimeout) {
    const failure = new ListDoubtError(open, unreliability)
    return { ...endSearch(state, batch, search), created, failure }
  }
  const isSteady =
    unreliability === null && search.lastRead !== null && areSameOutcomes(search.lastRead, latest)
  const isSettled = [...decisions.values()].every(({ outcome }) => outcome === 'done')
  if (!isExplained && !isSteady && !isSettled) {
    const holdsOthersBack = search.holdsOthersBack || unreliability !== null
    const lastRead = unreliability === null ? latest : null
    const next = { ...search, decisions, lastRead, unreliableSince, holdsOthersBack }
    return { ...noResolution, batch, created, search: next }
  }
  const absent = open.filter(row => isExplained || outcomeOf(row)?.outcome === 'not_done')
  const unclear = open.filter(row => !absent.includes(row))
  const candidates = unclear.flatMap(row => outcomeOf(row)?.entities ?? [])
  const doubt = unclear.length === 0 ? null : createDoubt(unclear, new Set(candidates.map(({ id }) => id)))
  return { ...endSearch(state, batch, search, absent), created, absent, doubt }
}

function createLookup({ inputs }: InDoubtSearch, decisions: InputOutcomes) {
  const inputOf = new Map(inputs.map(({ item, group }) => [item, group]))
  return (row: AnnouncedRow) => {
    const input = inputOf.get(row)
    return input && decisions.get(input)
  }
}

function endSearch(
  state: ImportState,
  batch: Batch,
  search: InDoubtSearch,
  absent: readonly AnnouncedRow[] = [],
): Resolution {
  const outcome = concludeSearch(state, search, absent)
  return { ...noResolution, batch, absent, outcome }
}

/** Decides what happens to the absent rows, depending on the cause of the search. */
function concludeSearch(
  state: ImportState,
  { cause, rows }: InDoubtSearch,
  absent: readonly AnnouncedRow[],
): BatchOutcome {
  switch (cause.kind) {
    case 'earlier_run':
      return { ...noOutcome, groupsToSend: absent.length > 0 ? [createRowGroup(absent)] : [] }
    case 'failure':
      return concludeFailure(cause.failure, absent)
    case 'unclear_summary':
      return concludeUnclearSummary(state, rows, cause.summary, absent)
    case 'refused': {
      const { outcome } = cause
      const isRefused = (row: AnnouncedRow) => !rows.includes(row) || absent.includes(row)
      return { ...outcome, refused: new Map([...outcome.refused].filter(([row]) => isRefused(row))) }
    }
  }
}

/** Whether a summary explains why the list lacks rows. @param foundNone whether the last read shows none of the rows. */
function explainsAbsence(
  { firstNumbers }: ImportState,
  { cause, rows }: InDoubtSearch,
  absent: readonly AnnouncedRow[],
  foundNone: boolean,
): boolean {
  if (cause.kind !== 'unclear_summary') return false
  const { successCount, errorCount } = cause.summary
  if (successCount + errorCount === rows.length && absent.length === errorCount) return true
  return foundNone && readSummary(firstNumbers, rows, cause.summary, absent).reasons !== null
}

/** Returns why a row that the list lacks may still exist; null if the list is reliable. */
function findUnreliability({ isStale, unfound }: TeamListRead, lacking: number): string | null {
  const notShown = (count: number) => `it does not show ${count}, or not as they were sent`
  if (lacking > 0) return `of the entities that the service says it has created ${notShown(lacking)}`
  if (unfound > 0) return `of the entities that this import has created ${notShown(unfound)}`
  return isStale ? 'it shows fewer entities than exist' : null
}

function createDoubt(rows: readonly AnnouncedRow[], ids: ReadonlySet<string>): ListDoubtError {
  const shownIds = [...ids].slice(0, 5).join(', ')
  const list = ids.size > 5 ? `${shownIds}, …` : shownIds
  const reason = `it shows new entities that may be these rows under another name, type, country or number (${list})`
  return new ListDoubtError(rows, reason)
}
