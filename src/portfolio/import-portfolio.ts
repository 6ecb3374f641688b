import type { EntityScreening } from '../client.ts'
import { isRecord } from '../shared/json.ts'
import { assertInput } from '../transport/check-input.ts'
import { hasMethods } from '../transport/options/resolve.ts'
import { importRows } from './import/import-rows.ts'
import type { ImportHooks } from './import/import-run.ts'
import { awaitFirstRows, cancelRowSource, createRowSource, type RowSource } from './import/row-source.ts'
import { importInput, readOrRefuse } from './import-input.ts'
import { copyReadingOptions, type ImportOptions } from './import-options.ts'
import type { ImportReport } from './import-report.ts'
import { createFirstEntry, createJournalWriter } from './journal/import-entry.ts'
import { readImportHistory } from './journal/import-history.ts'
import { closeJournal, type Journal, leaseOf, readLines } from './journal/journal.ts'
import { resolveJournal } from './journal/resolve-journal.ts'
import { type OptionTerms, optionTerms } from './option-terms.ts'
import { copySource, createItemCopier } from './source/copy-source.ts'
import type { PortfolioSource } from './source/open-items.ts'
import { openRows } from './source/open-rows.ts'

const operation = 'importPortfolio'

/**
 * Creates the organizations and persons of a portfolio in the team, each once, even if responses are lost. With a `journal`,
 * another run with the same source and options continues an import that was stopped or killed.
 *
 * Every row needs a name, a type and a country. The report lists the rows that are not created; the other rows are still
 * created. If the service, the source or the journal fails, or the team is full, the promise does not reject: `stopped` contains
 * the cause.
 *
 * @throws InputValidationError (`invalid_input`) if an option is wrong, a column or the option `nameOrder` is missing, a column needs
 * a choice, the journal or source cannot be read, or the journal belongs to another source or team. Nothing was sent: if rows were
 * sent before the import finds out, `stopped` contains the error instead.
 * @example
 * const report = await importPortfolio(client, { file: 'customers.csv' }, { journal: 'customers.journal' })
 * console.log(`${report.created} of ${report.rows} created`)
 * for (const { line, column, reason } of report.problems) console.log(`line ${line}: ${column ?? ''} ${reason}`)
 */
export async function importPortfolio(
  client: EntityScreening,
  source: PortfolioSource,
  options: ImportOptions = {},
): Promise<ImportReport> {
  return runImport(client, source, options, optionTerms)
}

/**
 * Imports a portfolio.
 *
 * @param terms the names of the options in messages.
 */
export async function runImport(
  client: EntityScreening,
  source: PortfolioSource,
  options: ImportOptions,
  terms: OptionTerms,
  hooks?: ImportHooks,
): Promise<ImportReport> {
  let journal: unknown
  let rowSource: RowSource | undefined
  try {
    journal = isRecord(options) ? options.journal : undefined
    assertInput(operation, importInput, { client, source, options })
    const { dryRun } = options
    const partition = options.partition && { ...options.partition }
    const importOptions = { ...copyReadingOptions(options), partition }
    const items = copySource(source, createItemCopier(importOptions.columns ?? {}))
    /** The name of a partition's journal, for example `2/8`. */
    const name = partition && `${partition.index}/${partition.of}`
    const reader = await readOrRefuse(operation, 'source', () => openRows(items, importOptions, false, terms))
    const rows = createRowSource(reader)
    rowSource = rows
    await readOrRefuse(operation, 'source', () => awaitFirstRows(rows, importOptions.signal))
    const open = () => resolveJournal(importOptions.journal, name, dryRun)
    const opened = await (hooks?.openJournal() ?? readOrRefuse(operation, 'journal', open))
    journal = opened
    const origin = { service: client.baseUrl, partition: name }
    const history = await readOrRefuse(operation, 'journal', () =>
      readImportHistory(readLines(opened), origin),
    )
    const writer = createJournalWriter(opened)
    const first = history.origin === null ? createFirstEntry(origin) : null
    // The takeover is stored, because if this run ends early, the next run must also wait for the requests of the killed
    // process.
    const next = first ?? (leaseOf(opened)?.isTakenOver ? { takenOver: Date.now() } : null)
    if (next !== null && !dryRun) await readOrRefuse(operation, 'journal', () => writer.write(next))
    return await importRows({
      client,
      source: rows,
      options: importOptions,
      history,
      journal: opened,
      writer,
      onFirstRows: hooks?.onFirstRows,
    })
  } catch (error) {
    // A journal that stays open would renew its lease until the process ends, even if an option is invalid.
    if (isJournal(journal)) await closeJournal(journal).catch(() => {})
    if (rowSource !== undefined) cancelRowSource(rowSource)
    throw error
  }
}

function isJournal(journal: unknown): journal is Journal {
  return hasMethods(journal, 'read', 'append')
}
