import { refuseImport } from '../import-input.ts'
import type { RowOutcome } from '../results/outcome-log.ts'
import { idsOf, requireColumn, textOf } from './number-column.ts'
import type { Extract, ExtractRow } from './read-extract.ts'
import type { RowField } from './row-fields.ts'
import { compareReadings, type FieldReadings, mayHaveChecksum } from './row-identity.ts'

/**
 * The outcome of a row in an import. A comparison adds three:
 * - `changed`: the entity was created from an earlier row of the number.
 * - `unreadable`: the entity may have been created from another row of the number, because this one cannot be read for certain.
 * - `created_in_doubt`: an entity was created that nothing tells apart from others.
 */
export type EarlierOutcome = RowOutcome['outcome'] | 'changed' | 'unreadable' | 'created_in_doubt'

/** Whether the entity of a row is known. */
export type RowStanding =
  /** The import has not created an entity from the row. */
  | { readonly kind: 'not_created' }
  | { readonly kind: 'in_doubt'; readonly doubt: string }
  | { readonly kind: 'certain'; readonly id: string }
  /** A person has decided that the entity is that of the row. */
  | { readonly kind: 'decided'; readonly id: string }

/** A row of an earlier extract, with the outcome of its import. */
export interface CustomerRow {
  /** The name of its file, and its line. */
  readonly place: string
  readonly extract: Extract
  readonly row: ExtractRow
  /** The customer number; empty if the row has none. */
  readonly number: string
  readonly outcome: EarlierOutcome
  readonly reason: string
  readonly entityIds: readonly string[]
  /** Whether the row is read as when its file was written. Otherwise, its entity was created from other data. */
  readonly isReadAsThen: boolean
  readonly fieldReadings: FieldReadings
  readonly standing: RowStanding
}

/** The meaning of an outcome for the entity. A possible duplicate, and a refused row, may have the entity of another row. */
const meanings: Readonly<Record<EarlierOutcome, 'not_created' | 'created' | 'in_doubt'>> = {
  invalid: 'not_created',
  remaining: 'not_created',
  created: 'created',
  duplicate: 'created',
  changed: 'created',
  unreadable: 'created',
  refused: 'in_doubt',
  possible_duplicate: 'in_doubt',
  in_doubt: 'in_doubt',
  created_in_doubt: 'in_doubt',
}

/** Whether a row may show other data than that from which its entity was created. */
export function isOutdated(outcome: string): boolean {
  return outcome === 'changed' || outcome === 'unreadable'
}

/** Whether a row with an outcome may have the entity of another row. */
export function isInDoubt(outcome: string): boolean {
  return Object.entries(meanings).some(([word, meaning]) => word === outcome && meaning === 'in_doubt')
}

/**
 * Reads the results of an import, or the customers of an earlier comparison.
 *
 * @param file the name of the file.
 * @param numberColumn the column of the customer numbers.
 * @throws InputValidationError if a column is missing, or a row contains what neither an import nor a comparison writes.
 */
export function readCustomerRows(
  file: string,
  extract: Extract,
  numberColumn: string,
): readonly CustomerRow[] {
  const ids = requireColumn(extract, 'entity_ids')
  const outcome = requireColumn(extract, 'outcome')
  const reason = requireColumn(extract, 'reason')
  const number = requireColumn(extract, numberColumn)
  const decision = extract.format.names.indexOf('decision')
  const checksum = extract.format.names.indexOf('checksum')
  return extract.rows.map(row => {
    const checksumText = textOf(row, checksum)
    const isReadAsThen = mayHaveChecksum(row.identity, row.fields, checksumText)
    const rowOutcome = withReading(readOutcomeWord(row, outcome), isReadAsThen)
    if (row.problem !== null && rowOutcome !== 'invalid')
      refuseImport('source', `cannot be compared: line ${row.line} ${row.problem}`)
    const entityIds = idsOf(row, ids)
    const result = { outcome: rowOutcome, reason: textOf(row, reason), entityIds }
    assertReadable(row, result)
    const isDecided = readDecision(row, decision, ['same']) !== undefined
    return {
      place: `${file}, line ${row.line}`,
      extract,
      row,
      number: textOf(row, number),
      ...result,
      isReadAsThen,
      fieldReadings: compareReadings(row.fields, row.problemFields, checksumText),
      standing: isDecided ? { kind: 'decided', id: requireSingleId(row, entityIds) } : readStanding(result),
    }
  })
}

/**
 * A field is read otherwise if at least this many rows, and this part of those with a value, have another reading: in fewer, a person
 * may have edited the cells.
 */
const [minReread, minShare] = [2, 0.1]

/**
 * Lists the fields that are read otherwise than when the file was written, in the rows that were sent: with another value, or in at
 * least two rows not at all.
 */
export function listRereadFields(rows: readonly CustomerRow[]): readonly RowField[] {
  const readings = rows.flatMap(({ standing, fieldReadings }) =>
    standing.kind === 'not_created' ? [] : fieldReadings,
  )
  const fields = new Set(readings.flatMap(of => [...of.keys()]))
  return [...fields].filter(field => {
    const ofField = readings.flatMap(of => of.get(field) ?? [])
    const others = ofField.filter(reading => reading !== 'same').length
    const unreadable = ofField.filter(reading => reading === 'unreadable').length
    return unreadable >= minReread || (others >= minReread && others >= minShare * ofField.length)
  })
}

/** An entity whose row is read in another way than by its import was created from other data. */
function withReading(outcome: EarlierOutcome, isReadAsThen: boolean): EarlierOutcome {
  return meanings[outcome] === 'created' && !isReadAsThen ? 'changed' : outcome
}

function readStanding({
  outcome,
  reason,
  entityIds,
}: Pick<CustomerRow, 'outcome' | 'reason' | 'entityIds'>): RowStanding {
  const meaning = meanings[outcome]
  if (meaning === 'not_created') return { kind: meaning }
  const inDoubt = (doubt: string): RowStanding => ({ kind: 'in_doubt', doubt })
  if (outcome === 'in_doubt' || outcome === 'created_in_doubt')
    return inDoubt(reason || 'the service may have created it')
  if (meaning === 'in_doubt') return inDoubt(`${outcome.replace('_', ' ')}: ${reason}`.trimEnd())
  const [id, ...others] = entityIds
  if (id === undefined) return inDoubt("created, but the team's list did not show its entity")
  return others.length > 0 ? inDoubt('nothing tells its entity apart from others') : { kind: 'certain', id }
}

/** @throws InputValidationError if an import has read a row completely, but it cannot be read now. */
function assertReadable(
  { line, unreadable }: ExtractRow,
  { outcome, reason }: Pick<CustomerRow, 'outcome' | 'reason'>,
): void {
  // An import gives the fields without which it has created an entity as the reason.
  if (unreadable === null || outcome !== 'created' || reason !== '') return
  refuseImport(
    'source',
    `cannot be compared: line ${line} was created, and cannot be read now: ${unreadable}. Give the flags of the import, or restore the file if a spreadsheet has changed it`,
  )
}

function readOutcomeWord(row: ExtractRow, index: number): EarlierOutcome {
  const text = textOf(row, index)
  const outcome = (Object.keys(meanings) as EarlierOutcome[]).find(word => word === text)
  return outcome ?? refuseImport('source', `has an unknown outcome on line ${row.line}: "${text}"`)
}

/** Reads a decision; undefined if the cell is empty. @throws InputValidationError for any other word. */
export function readDecision<Word extends string>(
  row: ExtractRow,
  index: number,
  words: readonly Word[],
): Word | undefined {
  const text = textOf(row, index).toLowerCase()
  if (text === '') return undefined
  const decision = words.find(word => word === text)
  return (
    decision ??
    refuseImport(
      'source',
      `has an unknown decision on line ${row.line}: "${text}"; write ${words.join(' or ')}`,
    )
  )
}

/** @throws InputValidationError if a decided row has no identifier, or several. */
export function requireSingleId({ line }: ExtractRow, entityIds: readonly string[]): string {
  const [id, ...others] = entityIds
  if (id !== undefined && others.length === 0) return id
  return refuseImport(
    'source',
    `has the decision "same" on line ${line}, which needs one id in the column entity_ids, not ${entityIds.length}`,
  )
}
