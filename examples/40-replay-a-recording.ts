// Loads a recording of a service: a file that the network tools of a browser saved.
import { readFile } from 'node:fs/promises'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { extractFixtures } from 'entity-screening-sdk/mock-server/parity'

const text = await readFile('examples/data/service.har', 'utf8')
const { fixtures, skipped } = extractFixtures(JSON.parse(text))

const server = createMockServer()
const client = new EntityScreening(server.connect())
await server.load(fixtures)
for (const { name, riskLevel } of await client.entities.list())
  console.log(`${name}: ${riskLevel}`)
for (const sentence of skipped) console.log(sentence)
