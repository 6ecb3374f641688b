import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { EntityScreening } from '../../../../src/index.ts'
import { importPortfolio, type JournalStore, sqliteJournals } from '../../../../src/portfolio/index.ts'
import { postgresJournals } from '../../../../src/portfolio/postgres.ts'
import type { Said, Work } from './fire.ts'

/** Run bundled, in a process of its own: continues the partitions whose numbers come in, a line each, and says what became of them. */
const work: Work = JSON.parse(process.argv[2] ?? '')
const { apiKey, baseUrl, timeout, ttl, recheckDelay, partitions, file, name } = work
const client = new EntityScreening({ apiKey, baseUrl, timeout, logLevel: 'off' })
const journals = openStore(work.place)

createInterface(process.stdin)
  .on('line', line => {
    const index = Number(line)
    carryOn(index).catch(error => say({ index, error: String(error) }))
  })
  .on('close', () => process.exit())

function openStore({ folder, postgres, schema }: Work['place']): JournalStore {
  if (folder !== undefined) return sqliteJournals(join(folder, 'imports.journal'))
  const pool = new pg.Pool({ connectionString: postgres, max: 3 })
  return postgresJournals({ query: (text, values) => pool.query(text, values), schema })
}

async function carryOn(index: number): Promise<void> {
  const journal = await journals.open(`${name} ${index}/${partitions}`, { ttl, wait: 120_000 })
  const { token, isTakenOver } = journal
  say({ index, token, isTakenOver, at: Date.now() })
  const holder = client.withOptions({
    headers: { 'x-holder': `${work.worker} ${index} ${token}` },
    // A busy service reads a request long after it was begun.
    hooks: { beforeRequest: ({ headers }) => headers.set('x-begun', String(Date.now())) },
  })
  const report = await importPortfolio(
    holder,
    { file },
    { journal, partition: { index, of: partitions }, batchSize: 100, concurrency: 3, recheckDelay },
  )
  // JSON makes nothing of an error.
  const error = report.stopped?.error
  say(error ? { index, error: String(error) } : { index, report })
}

function say(said: Said): void {
  process.stdout.write(`${JSON.stringify(said)}\n`)
}
