import type { EntityScreening } from '../client.ts'
import { isRecord } from '../shared/json.ts'
import { check } from '../transport/check.ts'
import { importRows } from './import/import-rows.ts'
import { importInput, openJournal, readable } from './input.ts'
import { createKeeper, firstEntry } from './journal/entries.ts'
import { readHistory } from './journal/history.ts'
import { readLines } from './journal/journal.ts'
import type { ImportOptions } from './options.ts'
import type { ImportReport } from './report.ts'
import { openRows } from './source/rows.ts'
import type { PortfolioSource } from './source/source.ts'

const operation = 'importPortfolio'

/**
 * Creates the organizations and persons of a portfolio in the team, each once, even if responses are lost (specification: POST
 * /v1/entities/bulk); docs/portfolios.md names the limits. With a `journal`, another run with the same source and options
 * continues an import that was killed.
 *
 * Every row needs a name, a type and a country. Rows that are not created are listed in the report, and do not hold up the others.
 * If the service, the source or the journal fails, or the team is full, the promise does not reject: `stopped` says why.
 *
 * @throws InputValidationError (`invalid_input`) before anything is sent, for wrong options, missing columns, and a journal or
 * source that cannot be read. Later, only if a row differs from the one of its line in the journal, or that is of another team.
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
  let journal: unknown = isRecord(options) ? options.journal : undefined
  try {
    check(operation, importInput, { client, source, options })
    const { partition, dryRun } = options
    /** As journals call it, such as `2/8`. */
    const name = partition && `${partition.index}/${partition.of}`
    const opened = await readable(operation, 'journal', () => openJournal(options.journal, name, dryRun))
    journal = opened
    const origin = { service: client.baseUrl, partition: name }
    const history = await readable(operation, 'journal', () => readHistory(readLines(opened), origin))
    const keep = createKeeper(opened)
    const lease = opened !== undefined && 'lost' in opened && 'check' in opened ? opened : null
    const first = history.origin === null ? firstEntry(origin) : null
    // Those that come later wait for it too, should this run end before.
    const next = first ?? (lease?.isTakenOver ? { takenOver: Date.now() } : null)
    if (next !== null && !dryRun) await readable(operation, 'journal', () => keep(next))
    const reader = await readable(operation, 'source', () => openRows(source, options))
    return await importRows({ client, reader, options, history, keep, lease })
  } finally {
    // Also where an option is wrong: a lease would be renewed for as long as the process runs.
    if (isRecord(journal) && typeof journal.close === 'function') await journal.close()
  }
}
