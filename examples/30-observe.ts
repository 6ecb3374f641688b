// Finds out how a service behaves while an application uses it, and gives the mock
// server the same behaviour.
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { observe } from 'entity-screening-sdk/mock-server/parity'

// In place of your service in staging: another mock server, which wraps its list
// and has a status of its own.
const staging = createMockServer({
  behaviour: {
    listBody: 'data',
    caseStatuses: { low: 'CLEARED', medium: 'CLEARED', high: 'ESCALATED' },
  },
})
const { apiKey } = staging.teams.create()
const baseUrl = 'https://staging.example'

const observer = observe(staging.fetch, { baseUrl })
const client = new EntityScreening({ apiKey, baseUrl, fetch: observer.fetch })
await client.entities.create({
  type: 'organization',
  name: 'Halfmoon Minerals Oy',
  countryCode: 'FI',
})
staging.clock.settle()
await client.entities.list()

const { findings, behaviour } = await observer.report()
for (const { question, answer, verdict } of findings)
  if (verdict === 'differs') console.log(question, JSON.stringify(answer))

const mock = createMockServer({ behaviour })
console.log((await mock.fetch(`${baseUrl}/v1/health`)).status)
