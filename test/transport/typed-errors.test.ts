import { EntityScreening, EntityScreeningError, InputValidationError } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { listEntities } from '../../src/operations/list-entities.ts'
import { resolveOptions } from '../../src/transport/options/resolve.ts'
import { createTransport } from '../../src/transport/transport.ts'
import { answering, apiKey, baseUrl } from '../answering.ts'
import { failureOf } from '../failure-of.ts'
import { everythingOf, expectNoKey } from '../workflow/secrecy/exposure.ts'
import { ways } from './every-operation/ways.ts'

/** What a fault of the client's own looks like, with the key in its message. */
function fault(): never {
  throw new RangeError(`Maximum call stack size exceeded at ${apiKey}`)
}

const fetch = async () => new Response(`[{"id":"${apiKey}"},{}]`)

/** A transport whose every request is answered with a list. */
function transport() {
  return createTransport(resolveOptions({ apiKey, baseUrl, fetch, logLevel: 'off' }))
}

async function expectTyped(call: PromiseLike<unknown>, expected: object): Promise<void> {
  const failure = await failureOf(call)
  expect(failure).toBeInstanceOf(EntityScreeningError)
  expect(failure).toMatchObject(expected)
  expectNoKey(everythingOf(failure), apiKey)
}

/** It does not accuse the service: no issue of the response, and the fault as the cause. */
const readByFaultyClient = {
  name: 'ResponseValidationError',
  message: 'entities.list: the client failed to read the response (200): please report this with its cause',
  status: 200,
  outcome: 'done',
  issues: [],
  cause: {
    name: 'RangeError',
    message: 'Maximum call stack size exceeded at [redacted]',
    stack: expect.stringMatching(/typed-errors\.test\.ts/),
  },
}

describe('a fault within the client', () => {
  it('while an answer is read is an error of this package', async () => {
    const begin = () => transport().call({ ...listEntities, decode: fault })
    await expectTyped(begin(), readByFaultyClient)
    await expectTyped(begin().withResponse(), readByFaultyClient)
    expect((await begin().asResponse()).status).toBe(200)
  })

  it('while an item of a stream is read is an error of this package', async () => {
    for (const faulty of [0, 1]) {
      let items = 0
      let faults = 0
      const settings = {
        ...resolveOptions({ apiKey, baseUrl, fetch, logLevel: 'off' }),
        get validation(): 'lenient' {
          if (items < faulty || faults > 0) return 'lenient'
          faults += 1
          return fault()
        },
      }
      const read = async () => {
        for await (const _ of createTransport(settings).stream(listEntities)) items += 1
      }
      await expectTyped(read(), readByFaultyClient)
    }
  })
})

/** What a JavaScript caller may pass, whatever the types say. */
function hostile(value: unknown): never {
  return value as never
}

type Client = EntityScreening

describe('null is refused, and never thrown by the method itself', () => {
  it.each<[string, (client: Client, given: never) => PromiseLike<unknown>]>([
    ['create', (client, given) => client.entities.create(given)],
    ['createBulk', (client, given) => client.entities.createBulk(given)],
    ['a row of createBulk', (client, given) => client.entities.createBulk([given])],
    ['network', (client, given) => client.entities.network(given)],
    ['rescan', (client, given) => client.entities.rescan(given)],
    [
      'attachDocument',
      (client, given) => client.entities.attachDocument(given, { url: 'https://a.example' }),
    ],
    ['the document of attachDocument', (client, given) => client.entities.attachDocument('e', given)],
    ['search', (client, given) => client.entities.search(given)],
    ['waitFor', (client, given) => client.entities.waitFor(given, () => true)],
    ['waitForScreening', (client, given) => client.entities.waitForScreening(given)],
    ['one of several of waitForScreening', (client, given) => client.entities.waitForScreening([given])],
    ['reconcile', (client, given) => client.entities.reconcile(given, { otherCreations: null })],
    [
      'before of reconcile',
      (client, given) => client.entities.reconcile([], { before: [given], otherCreations: null }),
    ],
    ['options of reconcile', (client, given) => client.entities.reconcile([], given)],
    ['options of waitFor', (client, given) => client.entities.waitFor('e', () => true, given)],
    ['search.organizations', (client, given) => client.search.organizations(given)],
    ['search.persons', (client, given) => client.search.persons(given)],
  ])('%s', async (_, call) => {
    const { client, sent } = answering([])
    expect(await failureOf(call(client, hostile(null)))).toBeInstanceOf(InputValidationError)
    expect(sent).toEqual([])
  })

  it.each(ways)('options of $name', async way => {
    const { client, sent } = answering([])
    expect(await failureOf(way.call(client, hostile(null)))).toBeInstanceOf(InputValidationError)
    expect(sent).toEqual([])
  })

  it('options of a client', () => {
    const { client } = answering([])
    expect(() => new EntityScreening(hostile(null))).toThrow(InputValidationError)
    expect(() => client.withOptions(hostile(null))).toThrow(InputValidationError)
  })
})

it('an onQuirk that throws what cannot be printed does not undo a create that was done', async () => {
  const onQuirk = () => {
    throw Object.create(null)
  }
  const { client } = answering(
    { success: true, data: { id: 'e1' } },
    {},
    { onQuirk, logLevel: 'error', logger: console },
  )
  expect((await client.entities.create({ type: 'person', name: 'A' })).id).toBe('e1')
})
