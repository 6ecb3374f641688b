// The routes of a Fastify server that screens customers. Pages use its key.
import { getRequestListener } from '@hono/node-server'
import {
  BadRequestError,
  type EntityScreening,
  EntityScreeningError,
  InputValidationError,
  NotFoundError,
} from 'entity-screening-sdk'
import Fastify, { type FastifyRequest } from 'fastify'

export function createFastifyApp(
  client: EntityScreening,
  proxy: (request: Request, context: FastifyRequest) => Promise<Response>,
) {
  const app = Fastify()

  app.register(async pages => {
    // The proxy reads the body itself, and writes the response.
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', (_request, _body, done) => done(null))
    pages.all('/screening/*', (request, reply) => {
      reply.hijack()
      // callerOf gets the request of Fastify, which has the session.
      const listener = getRequestListener(webRequest => proxy(webRequest, request))
      return listener(request.raw, reply.raw)
    })
  })

  app.post<{ Body: { name: string; countryCode: string } }>(
    '/customers',
    async (request, reply) => {
      const { name, countryCode } = request.body
      const before = await client.entities.list()
      const { id } = await client.entities.createOnce(
        { type: 'organization', name, countryCode },
        // null: pages create entities too. So after a lost response, or for a
        // second post, the entity in the list may be another's: the error has its
        // id.
        { before, otherCreations: null },
      )
      return reply.code(202).header('location', `/customers/${id}`).send({ id })
    },
  )

  app.get<{ Params: { id: string } }>('/customers/:id', async request => {
    const { name, riskLevel } = await client.entities.get(request.params.id)
    return { name, riskLevel: riskLevel ?? 'screening' }
  })

  app.setErrorHandler((error, _request, reply) => {
    if (InputValidationError.is(error))
      return reply.code(400).send({ issues: error.issues })
    if (BadRequestError.is(error))
      return reply.code(400).send({ error: 'the service refused the input' })
    if (NotFoundError.is(error)) return reply.code(404).send({ error: 'not found' })
    if (!EntityScreeningError.is(error)) return reply.send(error)
    console.error(error) // No error contains the key.
    const { outcome, candidates = [] } = error
    return reply.code(502).send({ outcome, candidates })
  })
  return app
}
