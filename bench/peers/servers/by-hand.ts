import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createEntity, type Entity } from './create-entity.ts'

/** The same mock as in the frameworks, by `node:http` alone: parses a body, checks two fields, stores the entity. */
const [port, listFile = '', createdFile = ''] = process.argv.slice(2)
const entities: Entity[] = JSON.parse(readFileSync(listFile, 'utf8'))
const example = JSON.parse(readFileSync(createdFile, 'utf8'))

createServer(async (request, response) => {
  const send = (status: number, value: unknown) => {
    const body = JSON.stringify(value)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    }
    response.writeHead(status, headers).end(body)
  }
  if (request.method !== 'POST') return send(200, entities)
  if (request.url === '/reset') return send(200, entities.splice(0).length)
  const input = JSON.parse(await text(request))
  if (typeof input.name !== 'string' || typeof input.type !== 'string') return send(400, { success: false })
  send(201, createEntity(entities, example, input))
}).listen(Number(port), '127.0.0.1')
