import assert from 'node:assert'
import { createGzip } from 'node:zlib'
import { ServerError } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { respondingWith } from '../answering.ts'
import { failureOf } from '../failure-of.ts'
import { inPieces, wireEntities, wireEntity } from '../resources/streaming.ts'
import { ownServer } from './every-operation/servers.ts'

const limited = { maxResponseBytes: 100_000, maxRetries: 2 }
const said = 'must be at most 100000 bytes: raise maxResponseBytes'

describe('an answer that is longer than it may be', () => {
  it('is stopped after decompression, and its connection with it', async () => {
    let closed = false
    const { client, seen } = await ownServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      const zipped = createGzip({ level: 1 })
      const space = Buffer.alloc(1_000_000, 32)
      const more = () => void (closed || zipped.write(space, more))
      response.on('close', () => {
        closed = true
      })
      zipped.pipe(response)
      more()
    }, limited)
    const failure = await failureOf(client.entities.list())
    expect(failure).toMatchObject({
      name: 'ResponseValidationError',
      status: 200,
      outcome: 'done',
      raw: null,
      message: `entities.list: the response (200) cannot be read: the body ${said}`,
    })
    await expect.poll(() => closed).toBe(true)
    expect(seen.requests).toBe(1)
  })

  it('is not read at all where its head says so', async () => {
    const { body, seen } = inPieces('[]')
    const headers = { 'content-length': '100001' }
    const { client, sent } = respondingWith(() => new Response(body, { headers }), limited)
    expect(await failureOf(client.entities.list())).toMatchObject({ issues: [{ path: [], message: said }] })
    expect(seen).toEqual({ pulls: 0, cancelled: true })
    expect(sent).toHaveLength(1)
  })

  it('is not buffered beyond the limit', async () => {
    const { body, seen } = inPieces(' '.repeat(10_000_000), 10_000)
    const { client } = respondingWith(() => new Response(body), limited)
    expect(await failureOf(client.entities.list())).toMatchObject({ issues: [{ message: said }] })
    expect(seen).toEqual({ pulls: 11, cancelled: true })
  })

  it('is read where it has just the length that it may have, or where there is no limit', async () => {
    const text = JSON.stringify(wireEntities(300))
    const { client } = respondingWith(() => new Response(text))
    const lengths = [text.length, false] as const
    for (const maxResponseBytes of lengths)
      expect(await client.withOptions({ maxResponseBytes }).entities.list()).toHaveLength(300)
    const short = client.withOptions({ maxResponseBytes: text.length - 1 })
    expect(await failureOf(short.entities.list())).toMatchObject({ name: 'ResponseValidationError' })
  })

  it('is that of an error still, with the beginning of its body', async () => {
    const { body, seen } = inPieces(' '.repeat(11 * 1024 * 1024), 1024 * 1024)
    const { client } = respondingWith(() => new Response(body, { status: 500 }))
    const failure = await failureOf(client.entities.list())
    expect(failure).toMatchObject({ name: 'ServerError', status: 500 })
    assert(ServerError.is(failure) && typeof failure.body === 'string')
    expect(failure.body.length).toBeGreaterThan(60_000)
    expect(failure.body.length).toBeLessThan(66_000)
    expect(seen.cancelled).toBe(true)
  })
})

describe('a stream', () => {
  it('may be longer than the limit, but no entity of it', async () => {
    const long = { ...wireEntity, id: 'long', name: 'x'.repeat(200_000) }
    const text = JSON.stringify([...wireEntities(1000), long])
    const { body, seen } = inPieces(text, 10_000)
    const { client } = respondingWith(() => new Response(body), limited)
    const entities: string[] = []
    const read = async () => {
      for await (const { id } of client.entities.stream()) entities.push(id)
    }
    expect(await failureOf(read())).toMatchObject({
      name: 'ResponseValidationError',
      outcome: 'done',
      issues: [{ path: [1000], message: said }],
    })
    expect(entities).toHaveLength(1000)
    expect(seen.cancelled).toBe(true)
  })

  it('that never comes to an entity is stopped', async () => {
    for (const start of ['', '{"success":false,"data":[', '{"other":[']) {
      const { body, seen } = inPieces(start + `${' '.repeat(100)}{},`.repeat(20_000), 10_000)
      const { client } = respondingWith(() => new Response(body), limited)
      const read = async () => {
        for await (const entity of client.entities.stream()) expect.unreachable(entity.id)
      }
      const failure = await failureOf(read())
      expect(failure).toMatchObject({ name: 'ResponseValidationError' })
      expect(seen.pulls).toBeLessThan(20)
    }
  })
})
