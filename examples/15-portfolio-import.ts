// Creates the entities of a CSV file, each once: `npx tsx import.ts customers.csv`.
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { importPortfolio } from 'entity-screening-sdk/portfolio'

const server = createMockServer()
const client = new EntityScreening(server.connect())

const file = process.argv[2] ?? 'examples/data/customers.csv'
const report = await importPortfolio(client, { file })
console.log(`${report.created} of ${report.rows} rows created`)
for (const { line, column, reason } of report.problems)
  console.log(`line ${line}${column === null ? '' : ` (${column})`}: ${reason}`)
for (const column of report.unusedColumns)
  console.log(`column ${column} is not used`)
const { stopped, remaining, hasUnreadRows } = report
if (stopped) {
  process.exitCode = 1
  const rows = hasUnreadRows ? `${remaining} or more rows` : `${remaining} rows`
  console.log(`${rows} are left: ${stopped.error.message}`)
}
