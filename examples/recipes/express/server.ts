// An Express server that screens customers, and lends its key to pages: `npx tsx server.ts`.
// The base URL and the key come from the environment.
import { getRequestListener } from '@hono/node-server'
import {
  type CreateOrganizationInput,
  EntityScreening,
  EntityScreeningError,
  InputValidationError,
} from 'entity-screening-sdk'
import { createProxy } from 'entity-screening-sdk/proxy'
import express, { type ErrorRequestHandler } from 'express'

const { ENTITY_SCREENING_BASE_URL: baseUrl, ENTITY_SCREENING_API_KEY: apiKey, PORT = '3000' } = process.env
if (!baseUrl || !apiKey) throw new Error('ENTITY_SCREENING_BASE_URL and ENTITY_SCREENING_API_KEY must be set')

const client = new EntityScreening({ baseUrl, apiKey }) // One for the whole process.
const app = express()

// For pages whose client has `{ apiKey: null, baseUrl: '/screening' }`. Before express.json(), which reads the body.
// Everyone who reaches this server acts for your team. Return the user of your session, or null.
const proxy = createProxy({ baseUrl, apiKey, callerOf: () => 'everyone' })
app.all('/screening/*path', getRequestListener(proxy))

app.use(express.json())

app.post('/customers', async (request, response) => {
  const { name, countryCode } = request.body ?? {}
  const { id } = await createInTurn({ type: 'organization', name, countryCode })
  response.status(202).location(`/customers/${id}`).json({ id })
})

let previous: Promise<unknown> = Promise.resolve()

/** Creates one entity at a time: no other creation comes between the list from before and the list that `reconcile` reads. */
function createInTurn(input: CreateOrganizationInput): Promise<{ readonly id: string }> {
  const created = previous.then(() => createOnce(input))
  previous = created.catch(() => undefined)
  return created
}

/** Creates an entity. If its response is lost or unreadable, finds the entity in the list instead of creating a second one. */
async function createOnce(input: CreateOrganizationInput): Promise<{ readonly id: string }> {
  const before = await client.entities.list()
  try {
    return await client.entities.create(input)
  } catch (error) {
    if (!EntityScreeningError.is(error) || error.outcome === 'not_done') throw error
    const { outcome, entities } = await client.entities.reconcile(input, { before, otherCreations: [] })
    const [entity] = entities
    if (outcome === 'done' && entity !== undefined) return entity
    if (outcome === 'not_done' && error.outcome === 'unknown') return client.entities.create(input)
    throw error // A person has to look.
  }
}

app.get('/customers/:id', async (request, response) => {
  const entities = await client.entities.list()
  const entity = entities.find(({ id }) => id === request.params.id)
  if (entity) response.json({ name: entity.name, riskLevel: entity.riskLevel ?? 'screening' })
  else response.status(404).json({ error: 'not found' })
})

// Express 5 passes the error of an async handler to this one.
const onError: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) next(error)
  else if (InputValidationError.is(error)) response.status(400).json({ error: error.message })
  else if (EntityScreeningError.is(error)) {
    console.error(error) // No error contains the key.
    response.status(502).json({ error: 'the screening failed', outcome: error.outcome })
  } else next(error) // Such as a body that is not JSON: a 400.
}
app.use(onError)

app.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}`))
