// The routes of a Hono server that screens customers. Pages use its key.
import {
  BadRequestError,
  type EntityScreening,
  EntityScreeningError,
  InputValidationError,
  NotFoundError,
} from 'entity-screening-sdk'
import { type Context, Hono } from 'hono'

export function createHonoApp(
  client: EntityScreening,
  proxy: (request: Request, context: Context) => Promise<Response>,
) {
  const app = new Hono()
  // callerOf gets the context, which has the session.
  app.all('/screening/*', context => proxy(context.req.raw, context))

  app.post('/customers', async context => {
    const { name, countryCode } = await context.req.json()
    const before = await client.entities.list()
    const { id } = await client.entities.createOnce(
      { type: 'organization', name, countryCode },
      // null: pages create entities too. So after a lost response, or for a second
      // post, the entity in the list may be another's: the error has its id.
      { before, otherCreations: null },
    )
    return context.json({ id }, 202, { location: `/customers/${id}` })
  })

  app.get('/customers/:id', async context => {
    const { name, riskLevel } = await client.entities.get(context.req.param('id'))
    return context.json({ name, riskLevel: riskLevel ?? 'screening' })
  })

  app.onError((error, context) => {
    if (InputValidationError.is(error))
      return context.json({ issues: error.issues }, 400)
    if (BadRequestError.is(error))
      return context.json({ error: 'the service refused the input' }, 400)
    if (NotFoundError.is(error)) return context.json({ error: 'not found' }, 404)
    console.error(error) // No error contains the key.
    if (EntityScreeningError.is(error)) {
      const { outcome, candidates = [] } = error
      return context.json({ outcome, candidates }, 502)
    }
    return context.json({ error: 'internal error' }, 500)
  })
  return app
}
