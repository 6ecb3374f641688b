import { writeFileSync } from 'node:fs'
import { EntityScreening, type Network, NotFoundError, riskLevels } from 'entity-screening-sdk'
import { createMockServer, type MockServer, scenarios } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { assessSanctions, type SanctionsAssessment } from 'entity-screening-sdk/network'
import {
  diffEntities,
  formatChange,
  type ImportReport,
  importPortfolio,
  type JournalStore,
} from 'entity-screening-sdk/portfolio'
import { postgresJournals } from 'entity-screening-sdk/portfolio/postgres'
import { operations } from 'entity-screening-sdk/schemas'

/** Uses each part that needs nothing but the package, over TCP and with files: compiled, bundled and run wherever it should work. */
async function main(): Promise<void> {
  const server: MockServer = createMockServer()
  const running = await startServer(server)
  const client = new EntityScreening({ apiKey: server.teams.create().apiKey, baseUrl: running.url })
  const [company, person] = await Promise.all([
    client.entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'Finland' }),
    client.entities.create({ type: 'person', name: '[changing] Ilse Brandt' }),
  ])
  server.clock.settle()
  const before = await client.entities.list()
  const network: Network = await client.entities.network(company)
  const assessed: SanctionsAssessment = assessSanctions(network, { regime: 'ofac' })
  await client.entities.rescan(person)
  server.clock.settle()
  const changes = diffEntities(before, await client.entities.list()).map(formatChange)

  const file = `portfolio-${process.pid}`
  writeFileSync(
    `${file}.csv`,
    'name,type,country\nNordwind GmbH,organization,Germany\nNordwind GmbH,organization,DE\n',
  )
  const imported: ImportReport = await importPortfolio(
    client,
    { file: `${file}.csv` },
    { journal: `${file}.journal` },
  )
  // No table is there that could say more.
  const journals: JournalStore = postgresJournals({ query: async () => ({ rows: [{ found: null }] }) })
  let streamed = 0
  for await (const _entity of client.entities.stream()) streamed += 1
  const failure: unknown = await client.entities.network('nobody').catch((error: unknown) => error)
  await running.close()

  // @ts-expect-error the types are there, and strict
  const wrong: Promise<unknown> = client.entities.create({ type: 'vessel', name: 'A' })
  const refused = await wrong.catch((error: unknown) => (error instanceof Error ? error.name : error))

  const outcome = {
    riskLevel: before.find(({ id }) => id === company.id)?.riskLevel,
    sanctioned: network.nodes.filter(node => node.sanctions.length > 0).map(node => node.name),
    exposed: assessed.verdict,
    changed: changes.length > 0,
    imported: [imported.created, imported.duplicates, imported.stopped],
    journal: await journals.inspect('customers'),
    streamed,
    notFound: NotFoundError.is(failure),
    refused,
    constants: [riskLevels.length, scenarios.length > 0, Object.keys(operations).length],
  }
  console.log(JSON.stringify(outcome))
}

void main()
