// The routes of an Express server that screens customers. They use the given
// client, so that a test can pass one of a mock server.
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
  app.use(express.json())

  app.post('/customers', async (request, response) => {
    const { name, countryCode } = request.body ?? {}
    const before = await client.entities.list()
    const input: CreateOrganizationInput = {
      type: 'organization',
      name,
      countryCode,
    }
    // null: pages that use the proxy create entities too. If only this client
    // does, pass []: after a lost response, the listed entity is then returned.
    const { id } = await client.entities.createOnce(input, {
      before,
      otherCreations: null,
    })
    response.status(202).location(`/customers/${id}`).json({ id })
  })

  app.get('/customers/:id', async (request, response) => {
    const entities = await client.entities.list()
    const entity = entities.find(({ id }) => id === request.params.id)
    if (entity)
      response.json({
        name: entity.name,
        riskLevel: entity.riskLevel ?? 'screening',
      })
    else response.status(404).json({ error: 'not found' })
  })

  app.use(onError)
  return app
}

// Express 5 passes the error of an async handler to this one.
const onError: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) next(error)
  else if (InputValidationError.is(error))
    response
      .status(400)
      .json({ error: 'the input is invalid', issues: error.issues })
  else if (BadRequestError.is(error))
    response.status(400).json({ error: 'the service refused the input' })
  else if (EntityScreeningError.is(error)) {
    console.error(error) // No error contains the key.
    const { outcome, candidates = [] } = error
    response
      .status(502)
      .json({ error: 'the screening failed', outcome, candidates })
  } else {
    // Such as a body that is not JSON: a 400, with a stack outside of production.
    next(error)
  }
}
