// Decides that a hit is a false positive, with four eyes, and finds out when that
// no longer holds.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { listHits } from 'entity-screening-sdk/network'
import { openDecisions } from 'entity-screening-sdk/portfolio'

const server = createMockServer()
const client = new EntityScreening(server.connect())
const { id } = await client.entities.create({
  type: 'person',
  name: '[pep] Ilse Brandt',
})
server.clock.settle()

const decisions = openDecisions(
  join(await mkdtemp(join(tmpdir(), 'decisions-')), 'decisions.log'),
)

async function show(): Promise<void> {
  const hits = listHits(await client.entities.network(id), { entity: id })
  for (const { hit, state, reasons } of await decisions.review(hits))
    console.log([hit.kind, hit.party.name, state, ...reasons].join(', '))
}

await show()
const [hit] = listHits(await client.entities.network(id), { entity: id })
if (hit === undefined) throw new Error('The example needs a hit')

// Ada proposes, Bo approves: the log refuses an approval by the same person.
const { id: proposal } = await decisions.propose({
  hit,
  verdict: 'false_positive',
  reason: 'The minister was born in 1948, our customer in 1990',
  by: 'ada@example.com',
  until: '2099-12-31',
})
await decisions.approve({ hit, proposal, by: 'bo@example.com' })
await show()

// Anyone with a reason can take it back. The history keeps all three entries.
await decisions.withdraw({
  key: hit.key,
  by: 'bo@example.com',
  reason: 'A new passport copy',
})
await show()
for (const { action, by } of await decisions.history(hit.key))
  console.log(action, by)

// Keep the head elsewhere: it proves later that no entry was changed or removed.
const head = (await decisions.head()) ?? undefined
console.log((await decisions.verify({ head })).isValid)
