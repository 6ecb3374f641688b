// Makes the service fail on purpose, and shows what the client retries and what it
// reports.
import { EntityScreening, EntityScreeningError } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'

const server = createMockServer()
const client = new EntityScreening({
  ...server.connect(),
  timeout: 100, // Milliseconds per attempt; the default is 30,000.
  maxRetries: 2,
  retry: { maxDelay: 10 },
  hooks: {
    beforeRequest: ({ operation, attempt }) =>
      console.log(`  ${operation}, attempt ${attempt}`),
  },
})
const person = { type: 'person', name: 'Ilse Brandt' } as const

async function attempt(title: string, call: () => Promise<unknown>) {
  console.log(title)
  try {
    await call()
    console.log('  done')
  } catch (error) {
    if (!EntityScreeningError.is(error)) throw error
    console.log(`  ${error.name}, outcome ${error.outcome}`)
    console.log(`  ${error.message}`)
  }
  server.faults.remove()
}

server.faults.add({ operation: 'listEntities', status: 503, times: 2 })
await attempt('A read is retried:', () => client.entities.list())

server.faults.add({ operation: 'listEntities', kind: 'no_response' })
await attempt('Retries are limited:', () => client.entities.list())

server.faults.add({
  operation: 'createEntity',
  kind: 'rate_limit',
  retryAfter: 0,
  times: 1,
})
await attempt('A creation that was refused with 429 is retried:', () =>
  client.entities.create(person),
)

server.faults.add({ operation: 'createEntity', kind: 'lost_response' })
await attempt('A creation that may have been processed is not:', () =>
  client.entities.create(person),
)
