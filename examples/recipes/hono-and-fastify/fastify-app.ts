// The routes of a Fastify server that screens customers. Pages use its key.
import { getRequestListener } from '@hono/node-server'
import {
  type EntityScreening,
  EntityScreeningError,
  InputValidationError,
  NotFoundError,
} from 'entity-screening-sdk'
import type { createProxy } from 'entity-screening-sdk/proxy'
import Fastify from 'fastify'

export function createFastifyApp(
  client: EntityScreening,
  proxy: ReturnType<typeof createProxy>,
) {
  const app = Fastify()

  app.register(async pages => {
    // The proxy reads the body itself, and writes the response.
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', (_request, _body, done) => done(null))
    pages.all('/screening/*', (request, reply) => {
      reply.hijack()
      return getRequestListener(proxy)(request.raw, reply.raw)
    })
  })

  app.post<{ Body: { name: string; countryCode: string } }>(
    '/customers',
    async (request, reply) => {
      const { name, countryCode } = request.body
      const before = await client.entities.list()
      const { id } = await client.entities.createOnce(
        { type: 'organization', name, countryCode },
        { before, otherCreations: [] },
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
    if (NotFoundError.is(error)) return reply.code(404).send({ error: 'not found' })
    if (!EntityScreeningError.is(error)) return reply.send(error)
    console.error(error) // No error contains the key.
    return reply.code(502).send({ outcome: error.outcome })
  })
  return app
}
