import type { ExtractComparison } from '../../src/portfolio/extracts/compare-extracts.ts'
import type { NumberedRow } from '../../src/portfolio/extracts/compared-row.ts'
import type { CustomerRow } from '../../src/portfolio/extracts/customer-rows.ts'
import { countOf } from '../../src/shared/text/count-of.ts'
import type { CommandCall } from '../definition/command.ts'
import { withoutZeros } from '../entities/without-zeros.ts'
import { listFirst } from './read-files.ts'

type WarningCall = Pick<CommandCall, 'output' | 'hint'>

/** In a usual month, fewer numbers are gone: many are gone if there are at least this many, and more than this part of all. */
const [minGone, maxShare] = [3, 0.1]

/** Warns if many earlier numbers are gone, because the extract may be filtered. Returns whether they are many. */
export function noteManyGone(
  { output }: WarningCall,
  newFile: string,
  goneCount: number,
  earlierCount: number,
): boolean {
  if (goneCount < minGone || goneCount <= maxShare * earlierCount) return false
  output.note(
    `warning: ${newFile} lacks ${goneCount} of ${earlierCount} earlier numbers: is it filtered, or incomplete? If so many customers are gone, add --many-gone --replace`,
  )
  return true
}

/** Warns of other flags than those with which a file was written, and of edited cells. */
export function noteOtherwiseRead({ output }: WarningCall, rows: readonly CustomerRow[]): void {
  const others = rows.filter(({ isReadAsThen, standing }) => !isReadAsThen && standing.kind !== 'not_created')
  const [first] = others
  if (first === undefined) return
  const verb = others.length === 1 ? 'is' : 'are'
  output.note(
    `warning: ${countOf(others.length, 'earlier row', 'earlier rows')} (first: ${first.place}) ${verb} read otherwise than when the file was written, because the flags differ or cells were edited; entities that were created so count as changed`,
  )
}

/** Advice about a decision that an import could not carry out, by the outcome of its row. */
const adviceOnOutcome: Readonly<Record<string, string>> = {
  refused:
    'the service has refused the row again. Write same only if it is the customer of its entity, whose name it keeps. Otherwise it is not screened: to screen it, change the name or remove the registration number in the new extract, compare again, and write new',
  possible_duplicate: 'its import needs --on-possible-duplicate create',
}

export function noteUnused({ output }: WarningCall, { unusedDecisions }: ExtractComparison): void {
  for (const { decision, outcome } of unusedDecisions) {
    const { line, number } = decision
    const advice = adviceOnOutcome[outcome ?? ''] ?? 'an import since has left the row in doubt again'
    output.note(`warning: --decided: line ${line} (${number}) is not used: ${advice}`)
  }
}

/** Warns that the service screens an entity by the data with which it was created, not by the new data of the customer. */
export function noteDifferences(
  call: WarningCall,
  { screenedDifferences }: ExtractComparison,
  newFile: string,
): void {
  noteRows(call, newFile, screenedDifferences, ({ entityId, field, screened, current }) => {
    const [screenedText, currentText] = [screened, current].map(text => (text === '' ? 'none' : `"${text}"`))
    const comparison =
      field === 'name'
        ? `as ${screenedText}, not as ${currentText}`
        : `with the ${field} ${screenedText}, not with ${currentText}`
    return `: its entity ${entityId} is screened ${comparison}`
  })
}

/** Names the rows that cannot be read for certain, unless they are the same as before. */
export function noteUnreadable(call: WarningCall, { rows }: ExtractComparison, newFile: string): void {
  const unreadable = rows.filter(({ kind, row }) => kind !== 'same' && row.unreadable !== null)
  noteRows(call, newFile, unreadable, ({ row }) => ` cannot be read: ${row.unreadable}`)
  if (unreadable.length > 0)
    call.hint(
      'Correct these rows in the system that exports the file, or add the flags of the import, and compare again',
    )
}

/** Warns of new numbers that differ from those that are gone only in leading zeros, which a spreadsheet removes. */
export function noteLostZeros(call: WarningCall, { rows, former }: ExtractComparison, newFile: string): void {
  const gone = new Map(
    former.flatMap(({ kind, row: { number } }) => (kind === 'gone' ? [[withoutZeros(number), number]] : [])),
  )
  const added = rows.filter(({ kind, number }) => kind === 'new' && gone.has(withoutZeros(number)))
  noteRows(
    call,
    newFile,
    added,
    ({ number }) =>
      ` is new, and ${gone.get(withoutZeros(number))} is gone: has a spreadsheet removed leading zeros?`,
  )
}

/** Warns about rows of the new extract, and names the first of them. */
function noteRows<Noted extends NumberedRow>(
  { output }: WarningCall,
  newFile: string,
  rows: readonly Noted[],
  describe: (row: Noted) => string,
): void {
  const lines = rows.map(
    noted => `warning: ${newFile}: line ${noted.row.line} (${noted.number})${describe(noted)}`,
  )
  for (const line of listFirst(lines)) output.note(line)
}
