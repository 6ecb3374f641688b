import { readFileSync } from 'node:fs'
import express from 'express'
import { createEntity, type Entity } from './create-entity.ts'

const [port, listFile = '', createdFile = ''] = process.argv.slice(2)
const entities: Entity[] = JSON.parse(readFileSync(listFile, 'utf8'))
const example = JSON.parse(readFileSync(createdFile, 'utf8'))

const app = express()
app.use(express.json())
app.get('/v1/entities', (_request, response) => {
  response.json(entities)
})
app.post('/v1/entities', (request, response) => {
  response.status(201).json(createEntity(entities, example, request.body))
})
app.post('/reset', (_request, response) => {
  response.json(entities.splice(0).length)
})
app.listen(Number(port), '127.0.0.1')
