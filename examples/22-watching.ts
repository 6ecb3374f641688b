// Prints what has changed since the last run.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import {
  formatChange,
  type WatchEvent,
  watchEntities,
} from 'entity-screening-sdk/portfolio'

const server = createMockServer()
const client = new EntityScreening(server.connect())

// An event may come twice. `webhook({ url, secret })` makes a function like this
// one.
const seen = new Set<string>()
function onChange({ id, changes }: WatchEvent): void {
  if (!seen.has(id)) for (const change of changes) console.log(formatChange(change))
  seen.add(id)
}

// One check, as a scheduler would run every hour. Without `checks`, it runs until
// its signal is aborted.
const state = join(await mkdtemp(join(tmpdir(), 'watch-')), 'team.state')
const check = () => watchEntities(client, { state, checks: 1, onChange })

const acme = await client.entities.create({
  type: 'organization',
  name: '[changing] Acme',
})
server.clock.settle()
await check() // The first run only records the state.

await client.entities.rescan(acme)
await client.entities.create({ type: 'person', name: 'Ilse Brandt' })
server.clock.settle()
const { changes } = await check()
console.log(`${changes} changes, then ${(await check()).changes}`)
