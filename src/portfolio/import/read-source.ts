import { readOrRefuse } from '../import-input.ts'
import type { SourceRow } from '../rows/read-row.ts'
import { readFirstList } from '../team/team-list-reader.ts'
import { pushEvent, startTask } from './import-events.ts'
import { notifyOmissions, notifyProblems, notifyProgress } from './import-observers.ts'
import type { ImportParts, ImportRun } from './import-run.ts'
import { assertNoOpenChoice, readNextRows } from './row-source.ts'
import { applyClassification } from './state/apply-classification.ts'
import { assertAllEarlierRows, assertSameTeam, classifyRow } from './state/classify-row.ts'

/**
 * Reads the first rows before the team's list, so that an import whose header lacks a column fails before it sends a request.
 */
export async function readFirstRows(
  { state, control, events, source, service }: ImportRun,
  { onFirstRows }: Pick<ImportParts, 'onFirstRows'>,
): Promise<void> {
  source.phase = 'reading'
  try {
    const rows = await readOrRefuse('importPortfolio', 'source', () => readNextRows(source))
    if (rows !== undefined) {
      assertNoOpenChoice(source)
      // An import that an earlier run has begun cannot be read in another way.
      const isNew = state.history.announced === 0
      onFirstRows?.({
        warnings: source.reader.warnings(),
        registrationCandidates: isNew ? source.reader.registrationCandidates() : [],
      })
    }
    const [firstRun] = state.history.runs
    // Earlier runs can have created only entities that are newer than the start of the first run.
    const start = firstRun ? Date.parse(firstRun.newest ?? '') || Number.NEGATIVE_INFINITY : null
    await readFirstList(service.listReader, state.index, start)
    pushEvent(events, { kind: 'rows', rows })
  } catch (error) {
    control.fail(error)
    source.phase = 'ended'
  }
}

export function startReading({ events, source }: ImportRun): void {
  source.phase = 'reading'
  startTask(events, [], async () => ({ kind: 'rows', rows: await readNextRows(source) }))
}

/** Classifies the rows that were read. @param rows undefined at the end of the source. */
export async function applyRows(run: ImportRun, rows: readonly SourceRow[] | undefined): Promise<void> {
  const { state, control, source } = run
  source.phase = rows === undefined ? 'ended' : 'idle'
  try {
    if (rows !== undefined) classifyRows(run, rows)
    else if (!control.isStopped()) {
      assertAllEarlierRows(state)
      assertSameTeam(state)
    }
  } catch (error) {
    control.fail(error)
  }
  if (source.isCancelled) source.phase = 'ended'
  if (!source.eventLoop.isDue()) return
  notifyProgress(run)
  await source.eventLoop.yieldNow()
}

/** Classifies rows until the import stops reading the source. */
function classifyRows({ state, control, source, observers }: ImportRun, rows: readonly SourceRow[]): void {
  for (const row of rows) {
    const classification = classifyRow(state, row)
    notifyOmissions(observers, applyClassification(state, classification, control.isStopped()))
    if (classification.next === 'report') notifyProblems(observers, classification.problems)
    if (source.isCancelled) return
  }
}
