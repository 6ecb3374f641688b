// The routes of an Express server that screens customers. They use the given client, so that a test can pass one of a mock server.
import {
  BadRequestError,
  type CreateOrganizationInput,
  type EntityScreening,
  EntityScreeningError,
  InputValidationError,
} from 'entity-screening-sdk'
import express, { type ErrorRequestHandler } from 'express'

export function createApp(client: EntityScreening) {
  const app = express()
  const inDoubt: CreateOrganizationInput[] = []
  const createInTurn = takeTurns((input: CreateOrganizationInput) => createOnce(client, input, inDoubt))
  app.use(express.json())

  app.post('/customers', async (request, response) => {
    const { name, countryCode } = request.body ?? {}
    const { id } = await createInTurn({ type: 'organization', name, countryCode })
    response.status(202).location(`/customers/${id}`).json({ id })
  })

  app.get('/customers/:id', async (request, response) => {
    const entities = await client.entities.list()
    const entity = entities.find(({ id }) => id === request.params.id)
    if (entity) response.json({ name: entity.name, riskLevel: entity.riskLevel ?? 'screening' })
    else response.status(404).json({ error: 'not found' })
  })

  app.use(onError)
  return app
}

/** Runs one call at a time: no other creation comes between the list from before and the list that `reconcile` reads. */
function takeTurns<Input, Result>(work: (input: Input) => Promise<Result>) {
  let previous: Promise<unknown> = Promise.resolve()
  return (input: Input): Promise<Result> => {
    const result = previous.then(() => work(input))
    previous = result.catch(() => undefined)
    return result
  }
}

/**
 * Creates an entity. If its response is lost or unreadable, finds the entity in the list instead of creating a second one. Adds an
 * input that may still be created to `inDoubt`, so that its entity is never taken for that of a later input.
 */
async function createOnce(
  client: EntityScreening,
  input: CreateOrganizationInput,
  inDoubt: CreateOrganizationInput[],
): Promise<{ readonly id: string }> {
  const before = await client.entities.list()
  try {
    return await client.entities.create(input)
  } catch (error) {
    if (!EntityScreeningError.is(error) || error.outcome === 'not_done') throw error
    const options = { before, otherCreations: inDoubt }
    const found = await client.entities.reconcile(input, options).catch(() => null)
    const [entity] = found?.entities ?? []
    if (found?.outcome === 'done' && entity !== undefined) return entity
    inDoubt.push(input)
    throw error // A person has to look. The outcome of the creation is that of this error.
  }
}

// Express 5 passes the error of an async handler to this one.
const onError: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) next(error)
  else if (InputValidationError.is(error))
    response.status(400).json({ error: 'the input is invalid', issues: error.issues })
  else if (BadRequestError.is(error)) response.status(400).json({ error: 'the service refused the input' })
  else if (EntityScreeningError.is(error)) {
    console.error(error) // No error contains the key.
    // Only a creation that was sent may have been processed.
    const outcome = error.operation === 'createEntity' ? error.outcome : 'not_done'
    response.status(502).json({ error: 'the screening failed', outcome })
  } else next(error) // Such as a body that is not JSON: a 400, with a stack unless NODE_ENV is production.
}
