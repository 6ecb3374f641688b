import { createMockServer } from '../../mock-server/index.ts'
import { EntityScreening } from '../../src/index.ts'
import { toHtml } from '../../src/network/index.ts'

/** The report on a company of the fictional universe, which the home page links to. */
export async function drawReport(): Promise<string> {
  const server = createMockServer()
  const client = new EntityScreening(server.connect())
  const { id } = await client.entities.create({ type: 'organization', name: 'Tideglass Logistics GmbH' })
  server.clock.settle()
  const readAt = new Date(server.clock.now())
  return toHtml({ network: await client.entities.network(id), client, readAt, computedAt: readAt })
}
