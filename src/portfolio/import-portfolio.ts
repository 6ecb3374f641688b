import type { EntityScreening } from '../client.ts'
import { loadCountryNames } from '../shared/countries/lookup.ts'
import { isRecord } from '../shared/json.ts'
import { check } from '../transport/check.ts'
import { importRows } from './import/import-rows.ts'
import { importInput, openJournal, readable } from './input.ts'
import { createKeeper, firstEntry } from './journal/entries.ts'
import { readHistory } from './journal/history.ts'
import { type Journal, type LeasedJournal, readLines } from './journal/journal.ts'
import type { ImportOptions, PartitionChoice } from './options.ts'
import type { ImportReport } from './report.ts'
import { createRowReader } from './source/rows.ts'
import { openSource, type PortfolioSource } from './source/source.ts'

const operation = 'importPortfolio'

/**
 * Creates the organizations and persons of a portfolio in the team, each once, even if responses are lost (specification: POST
 * /v1/entities/bulk); docs/portfolios.md names the limits. After a lost response, rows are sent again only if the team's list shows that they were
 * not created. With a `journal`, another run with the same source and options continues an import that was killed.
 *
 * Every row needs a name, a type and a country; type and country may come from `defaults`. Rows that are wrong, that repeat
 * another row or an entity of the team, or that the service refuses are listed in the report, and do not hold up the others. If
 * the service fails, the team is full, the source cannot be read to its end, or the journal cannot be written, the promise does
 * not reject: `stopped` says why, and `left` and `hasUnread` say what is missing.
 *
 * @throws InputValidationError (`invalid_input`) before anything is sent, for wrong options, missing columns, and a journal or
 * source that cannot be read. Later, only if a row differs from the one that the journal has for its line, or the journal belongs
 * to another team.
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
  let journal: Journal | undefined
  try {
    await loadCountryNames()
    check(operation, importInput, { client, source, options })
    const { dryRun, partition } = options
    const name = partition && nameOf(partition)
    journal = await readable(operation, 'journal', () =>
      openJournal(options.journal, { name, isDry: dryRun }),
    )
    return await run(client, source, options, journal)
  } finally {
    // Also where an option is wrong: a lease would be renewed for as long as the process runs.
    await (journal ?? givenJournal(options))?.close?.()
  }
}

/** A partition as journals call it, such as `2/8`. */
function nameOf({ index, of }: PartitionChoice): string {
  return `${index}/${of}`
}

function givenJournal(options: unknown): Pick<Journal, 'close'> | undefined {
  const given: unknown = isRecord(options) ? options.journal : undefined
  const close: unknown = isRecord(given) ? given.close : undefined
  return typeof close === 'function' ? { close: async () => close.call(given) } : undefined
}

async function run(
  client: EntityScreening,
  source: PortfolioSource,
  options: ImportOptions,
  journal: Journal | LeasedJournal | undefined,
): Promise<ImportReport> {
  const partition = options.partition && nameOf(options.partition)
  const origin = { service: client.baseUrl, partition }
  const history = await readable(operation, 'journal', () => readHistory(readLines(journal), origin))
  const keep = createKeeper(journal)
  const lease = journal !== undefined && 'lost' in journal && 'check' in journal ? journal : null
  const first = history.origin === null ? firstEntry(client.baseUrl, partition) : null
  // Those that come later wait for it too, should this run end before.
  const next = first ?? (lease?.isTakenOver ? { takenOver: Date.now() } : null)
  if (next !== null && !options.dryRun) await readable(operation, 'journal', () => keep(next))
  // Of a partition only the caller that divided the source knows it, and of a text nobody before it is read.
  const ofAll = Array.isArray(source) ? source.length : null
  const total = options.partition ? (options.partition.rows ?? null) : ofAll
  const opened = await readable(operation, 'source', () => openSource(source))
  const reader = createRowReader(opened, options)
  return importRows({ client, reader, options, history, keep, lease, total })
}
