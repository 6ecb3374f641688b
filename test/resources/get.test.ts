import {
  AbortedError,
  ConnectionError,
  EntityScreening,
  InputValidationError,
  NotFoundError,
  ResponseValidationError,
} from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { answering, respondingWith } from '../answering.ts'
import { failureOf } from '../failure-of.ts'
import { listed } from './listed-team.ts'

const list = [listed('Nordwind GmbH', { id: 'a' }), listed('Halfmoon Minerals Oy', { id: 'b' })]

/** The response of a list whose second chunk never arrives. */
function unfinishedList() {
  const text = JSON.stringify(list)
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text.slice(0, -2)))
    },
    cancel() {
      isCancelled = true
    },
  })
  const response = new Response(body, { headers: { 'content-type': 'application/json' } })
  return { response, isCancelled: () => isCancelled }
}

describe('get', () => {
  it('reads one entity, by its identifier or an object that has it', async () => {
    const server = createMockServer({ clock: 'stepping' })
    const client = new EntityScreening(server.connect())
    await client.entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
    const created = await client.entities.create({ type: 'organization', name: 'Nordwind GmbH' })
    expect(await client.entities.get(created.id)).toMatchObject({ id: created.id, name: 'Nordwind GmbH' })
    expect(await client.entities.get(created)).toEqual(await client.entities.get(created.id))
  })

  it('leaves the list once the entity has arrived', async () => {
    const { response, isCancelled } = unfinishedList()
    const { client } = respondingWith(() => response)
    expect(await client.entities.get('a')).toMatchObject({ name: 'Nordwind GmbH' })
    expect(isCancelled()).toBe(true)
  })

  it('fails as not found, without a status, if the complete list lacks the entity', async () => {
    const { client } = answering(list)
    const failure = await failureOf(client.entities.get('c'))
    expect(failure).toBeInstanceOf(NotFoundError)
    expect(failure).toMatchObject({ status: null, operation: 'listEntities', outcome: 'not_done' })
    expect(String(failure)).toBe(
      'NotFoundError: entities.get: the list of the team has no entity with this id',
    )
  })

  it('fails with the status if the service has no such path', async () => {
    const { client } = answering({ statusCode: 404, success: false, error: 'absent' }, { status: 404 })
    expect(await failureOf(client.entities.get('a'))).toMatchObject({ name: 'NotFoundError', status: 404 })
  })

  describe.each([
    ['partial', { link: '</v1/entities?page=2>; rel="next"' }],
    ['cached', { 'x-cache': 'HIT' }],
  ])('in a %s list', (_, headers) => {
    const { client } = answering(list, { headers: { 'content-type': 'application/json', ...headers } })

    it('finds an entity that is there', async () => {
      expect(await client.entities.get('b')).toMatchObject({ name: 'Halfmoon Minerals Oy' })
    })

    it('does not take one that is absent for missing', async () => {
      const failure = await failureOf(client.entities.get('c'))
      expect(failure).toBeInstanceOf(ResponseValidationError)
      expect(String(failure)).toContain('entities.get: the response (200) cannot be read')
    })
  })

  it('does not take an entity for missing if the list ends too early', async () => {
    const { client } = answering(JSON.stringify(list).slice(0, -1))
    expect(await failureOf(client.entities.get('c'))).toBeInstanceOf(ResponseValidationError)
    expect(await client.entities.get('a')).toMatchObject({ name: 'Nordwind GmbH' })
  })

  it.each([null, 'b', { name: 'Nordwind GmbH' }, { id: {}, name: 'Nordwind GmbH' }])(
    'does not take an entity for missing beside %j, whose identifier cannot be read',
    async item => {
      const { client } = answering([item, ...list])
      const failure = await failureOf(client.entities.get('c'))
      expect(failure).toBeInstanceOf(ResponseValidationError)
      expect(failure).toMatchObject({
        operation: 'listEntities',
        outcome: 'done',
        issues: [{ path: ['id'] }],
      })
      expect(await client.entities.get('a')).toMatchObject({ name: 'Nordwind GmbH' })
    },
  )

  it('does not take an entity for missing if the connection breaks', async () => {
    const text = JSON.stringify(list)
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(text.slice(0, -1)))
        controller.error(new Error('broken'))
      },
    })
    const { client } = respondingWith(() => new Response(body))
    expect(await failureOf(client.entities.get('c'))).toBeInstanceOf(ConnectionError)
  })

  it('refuses what is no identifier, and options that are none, before it sends a request', async () => {
    const { client, sent } = answering(list)
    for (const call of [
      () => client.entities.get(' '),
      () => client.entities.get(Reflect.get(list, 'absent')),
      () => client.entities.get('a', { timeout: -1 }),
    ]) {
      const failure = await failureOf(call())
      expect(failure).toBeInstanceOf(InputValidationError)
      expect(String(failure)).toContain('entities.get: ')
    }
    expect(sent).toEqual([])
  })

  it('ends with the signal', async () => {
    const { client } = answering(list)
    const failure = await failureOf(client.entities.get('c', { signal: AbortSignal.abort() }))
    expect(failure).toBeInstanceOf(AbortedError)
  })
})
