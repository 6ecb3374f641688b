// Continues an interrupted import from its journal:
// `npx tsx resume.ts customers.csv`.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { type ImportOptions, importPortfolio } from 'entity-screening-sdk/portfolio'

const server = createMockServer()
const client = new EntityScreening(server.connect())
const journal = join(await mkdtemp(join(tmpdir(), 'import-')), 'customers.journal')
const source = { file: process.argv[2] ?? 'examples/data/customers.csv' }
const options: ImportOptions = { journal, batchSize: 2, concurrency: 1 }

// Stops after the first batch. A killed process continues the same way.
const controller = new AbortController()
const first = await importPortfolio(client, source, {
  ...options,
  signal: controller.signal,
  onProgress: ({ created }) => created > 0 && controller.abort(),
})
console.log(`${first.created} created, then ${first.stopped?.cause}`)

const second = await importPortfolio(client, source, options)
const team = await client.entities.list()
console.log(
  `${second.created} created, ${second.remaining} left, ${team.length} in the team`,
)
