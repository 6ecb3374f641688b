// Draws a network, and writes the evidence on an entity as a page that can be
// filed.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import {
  toEvidence,
  toHtml,
  toMermaid,
  toSvg,
  verifyEvidence,
} from 'entity-screening-sdk/network'

const server = createMockServer()
const client = new EntityScreening(server.connect())
const { id } = await client.entities.create({
  type: 'organization',
  name: '[fifty-percent] Works Ltd',
})
server.clock.settle()
const network = await client.entities.network(id)
const readAt = new Date()

const entity = (await client.entities.list()).find(one => one.id === id)
const evidence = {
  network,
  entity,
  client,
  readAt,
  computedAt: new Date(),
  decision: {
    conclusion: 'Rejected',
    by: 'K. Doe',
    reason: 'Half of it is held by a listed person',
  },
  note: 'Onboarding, case 4711',
}
const folder = await mkdtemp(join(tmpdir(), 'evidence-'))
const save = (name: string, text: string) =>
  writeFile(join(folder, name), text, { mode: 0o600 })
await save('network.svg', await toSvg(network, { regime: 'eu', entity }))
await save('report.html', await toHtml(evidence))
const { record, json, sha256 } = await toEvidence(evidence)
await save(`${sha256}.json`, json)

for (const { regime, verdict } of record.sanctions) console.log(regime, verdict)
for (const { party, kind, entries } of record.hits)
  console.log(party.name, kind, entries.length)
console.log((await verifyEvidence(json, { sha256 })).status)
console.log(toMermaid(network, { regime: 'eu', entity }))
