// Posts what has changed since the last run to a signed webhook. Its receiver needs `npm install standardwebhooks`.
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { formatChange, type WatchEvent, watchEntities, webhook } from 'entity-screening-sdk/portfolio'
import { Webhook } from 'standardwebhooks'

const server = createMockServer()
const { apiKey } = server.teams.create()
const client = new EntityScreening({ apiKey, baseUrl: 'http://localhost', fetch: server.fetch })
const secret = `whsec_${btoa('24 bytes, best by chance')}` // Keep your own out of the code.

// The receiver verifies the signature, and skips an id that it has already seen.
const seen = new Set<string>()
const receiver = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, `${value}`]),
  )
  new Webhook(secret).verify(body, headers)
  const { id, changes }: WatchEvent = JSON.parse(body).data
  if (!seen.has(id)) for (const change of changes) console.log(formatChange(change))
  seen.add(id)
  response.writeHead(204).end()
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
const address = receiver.address()
const port = typeof address === 'object' ? address?.port : undefined

// One check, as a scheduler would run every hour. Without `checks`, it runs until its signal is aborted.
const journal = join(await mkdtemp(join(tmpdir(), 'watch-')), 'team.journal')
const onChange = webhook({ url: `http://127.0.0.1:${port}/screening`, secret })
const check = () => watchEntities(client, { journal, checks: 1, onChange })

await client.entities.create({ type: 'organization', name: '[changing] Acme' })
server.clock.settle()
await check() // The first run only records the state.

await client.entities.rescan((await client.entities.list())[0] ?? '')
await client.entities.create({ type: 'person', name: 'Ilse Brandt' })
server.clock.settle()
const { changes } = await check()
console.log(`${changes} changes, then ${(await check()).changes}`)
receiver.close()
