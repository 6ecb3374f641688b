import { readFileSync } from 'node:fs'
import fastify from 'fastify'
import { createEntity, type Entity } from './create-entity.ts'

const [port, listFile = '', createdFile = ''] = process.argv.slice(2)
const entities: Entity[] = JSON.parse(readFileSync(listFile, 'utf8'))
const example = JSON.parse(readFileSync(createdFile, 'utf8'))

const app = fastify()
app.get('/v1/entities', () => entities)
app.post<{ Body: Record<string, unknown> }>('/v1/entities', (request, reply) =>
  reply.code(201).send(createEntity(entities, example, request.body)),
)
app.post('/reset', () => entities.splice(0).length)
await app.listen({ port: Number(port), host: '127.0.0.1' })
