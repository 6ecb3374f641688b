import { EntityScreening, EntityScreeningError } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { afterEach, describe, expect, it } from 'vitest'
import { failureOf } from '../failure-of.ts'

const server = createMockServer()
const client = new EntityScreening({ ...server.connect(), logLevel: 'off' })
const { entities } = client

/** The frames of an error's stack. */
function framesOf(error: unknown): string[] {
  if (!EntityScreeningError.is(error)) return expect.unreachable('an error of the client')
  const { name, message, stack = '' } = error
  expect(stack.startsWith(`${name}: ${message}\n`)).toBe(true)
  return stack.slice(name.length + 2 + message.length + 1).split('\n')
}

async function readAll(): Promise<void> {
  for await (const _ of entities.stream({ signal: AbortSignal.abort() }));
}

describe("the first frame of an error's stack is the caller, after", () => {
  it.each<[string, () => PromiseLike<unknown>]>([
    ['a status', () => entities.network('absent')],
    ['an input that is refused', () => entities.network('')],
    ['withResponse', () => entities.network('absent').withResponse()],
    ['asResponse', () => entities.network('absent').asResponse()],
    ['a stream', readAll],
    ['an operation of another resource', () => client.service.health({ signal: AbortSignal.abort() })],
    ['get', () => entities.get('absent')],
    ['waitFor', () => entities.waitFor('absent', () => true, { every: 1, timeout: 5 })],
    ['waitForScreening', () => entities.waitForScreening('')],
    [
      'createOnce',
      () => entities.createOnce({ type: 'person' } as never, { before: [], otherCreations: [] }),
    ],
    ['reconcile', () => entities.reconcile([], {} as never)],
  ])('%s', async (_, call) => {
    const frames = framesOf(await failureOf(call()))
    expect(frames[0]).toContain('caller.alone.test.ts')
    expect(frames.join()).not.toContain('/src/')
  })
})

it('names those who wait for the caller', async () => {
  async function screen() {
    await null
    return await entities.network('absent')
  }
  const frames = framesOf(await failureOf(screen()))
  expect(frames[0]).toContain('at screen ')
})

it('leaves an error of the application as it is', async () => {
  const { id } = await entities.create({ type: 'organization', name: 'Nordwind GmbH' })
  const thrown = new RangeError('of the application')
  const { stack } = thrown
  const failure = await failureOf(
    entities.waitFor(id, () => {
      throw thrown
    }),
  )
  expect(failure).toBe(thrown)
  expect(thrown.stack).toBe(stack)
})

describe('the stack stays as the runtime makes it', () => {
  const { captureStackTrace, prepareStackTrace } = Error
  afterEach(() => {
    Object.assign(Error, { captureStackTrace, prepareStackTrace })
  })

  it.each([
    ['without captureStackTrace', { captureStackTrace: undefined }],
    [
      'if the application formats stacks as lists',
      { prepareStackTrace: (_: unknown, sites: unknown) => sites },
    ],
    [
      'with frames of another form, as in Safari',
      { captureStackTrace: (target: object) => Object.assign(target, { stack: 'create@index.js:1:2' }) },
    ],
  ])('%s', async (_, changed) => {
    Object.assign(Error, changed)
    const failure = await failureOf(entities.network('absent'))
    expect(failure).toBeInstanceOf(EntityScreeningError)
    expect(String(Reflect.get(Object(failure), 'stack'))).toContain('create-error.ts')
  })
})
