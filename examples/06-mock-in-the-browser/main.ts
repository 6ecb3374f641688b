// The mock server in the page itself, behind msw's worker: no service, no other
// process.
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { setupWorker } from 'msw/browser'

const baseUrl = '/screening'
// Sixty times faster than real time.
const server = createMockServer({ clock: { speed: 60 } })
const { apiKey } = server.teams.create()
// Wait for the worker before the first request.
await setupWorker(...createHandlers(server, { baseUrl, apiKey })).start()

// The key does not belong in a browser: in production a route of your server adds
// it, here the handlers do.
const client = new EntityScreening({ apiKey: null, baseUrl })
const { id } = await client.entities.create({
  type: 'organization',
  name: '[sanctioned] Acme GmbH',
})
document.body.append('Screening … ')
const { name, riskLabel } = await client.entities.waitForScreening(id, {
  every: 100,
})
const { nodes } = await client.entities.network(id)
const programmes = nodes.flatMap(node =>
  node.sanctions.map(({ unknownFields }) => unknownFields.program),
)
document.body.append(
  `${name}: ${riskLabel}, sanctioned under ${programmes.join(', ')}`,
)
