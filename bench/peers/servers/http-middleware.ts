import { readFileSync } from 'node:fs'
import { createServer } from '@mswjs/http-middleware'
import { HttpResponse, http } from 'msw'
import { createEntity, type Entity } from './create-entity.ts'

const [port, listFile = '', createdFile = ''] = process.argv.slice(2)
const entities: Entity[] = JSON.parse(readFileSync(listFile, 'utf8'))
const example = JSON.parse(readFileSync(createdFile, 'utf8'))

createServer(
  http.get('/v1/entities', () => HttpResponse.json(entities)),
  http.post<never, Record<string, unknown>>('/v1/entities', async ({ request }) =>
    HttpResponse.json(createEntity(entities, example, await request.json()), { status: 201 }),
  ),
  http.post('/reset', () => HttpResponse.json(entities.splice(0).length)),
).listen(Number(port), '127.0.0.1')
