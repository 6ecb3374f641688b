import type { Hooks } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { respondingWith } from '../answering.ts'
import { failureOf } from '../failure-of.ts'
import { wireEntity } from '../resources/streaming.ts'

const hang = () => new Promise<void>(() => {})
const created = () => Response.json({ success: true, data: { id: 'e1' } }, { status: 201 })
const input = { type: 'organization', name: 'Amber AG' } as const

describe('a beforeRequest that hangs', () => {
  it('ends with totalTimeout, and nothing was sent', async () => {
    const hooks: Hooks = { beforeRequest: hang }
    const { client, sent } = respondingWith(created, { hooks, totalTimeout: 50 })
    expect(await failureOf(client.entities.create(input))).toMatchObject({
      code: 'timeout',
      outcome: 'not_done',
    })
    expect(sent).toEqual([])
  })

  it('ends with the signal, and nothing was sent', async () => {
    const hooks: Hooks = { beforeRequest: hang }
    const { client, sent } = respondingWith(created, { hooks })
    const call = client.entities.create(input, { signal: AbortSignal.timeout(50) })
    expect(await failureOf(call)).toMatchObject({ code: 'aborted', outcome: 'not_done' })
    expect(sent).toEqual([])
  })

  it('is not limited by the time of an attempt', async () => {
    const beforeRequest = () => new Promise<void>(resolve => setTimeout(resolve, 60))
    const { client } = respondingWith(created, { hooks: { beforeRequest }, timeout: 40 })
    expect(await client.entities.create(input)).toMatchObject({ id: 'e1' })
  })

  it('before a repetition leaves in doubt what the first attempt did', async () => {
    const beforeRequest = ({ attempt }: { attempt: number }) => (attempt === 2 ? hang() : undefined)
    const { client } = respondingWith(() => new Response('', { status: 500 }), {
      hooks: { beforeRequest },
      maxRetries: 1,
      retry: { maxDelay: 1 },
      totalTimeout: 200,
    })
    expect(await failureOf(client.entities.rescan('e1'))).toMatchObject({
      code: 'timeout',
      outcome: 'unknown',
    })
  })
})

it.each(['afterResponse', 'afterCall'] as const)('an %s that hangs is not awaited', async name => {
  const hooks: Hooks = { [name]: hang }
  const { client } = respondingWith(created, { hooks })
  const options = { signal: AbortSignal.timeout(1000), timeout: 500 }
  expect(await client.entities.create(input, options)).toMatchObject({ id: 'e1' })
})

it('an afterFailure that hangs leaves the error what it is', async () => {
  const fail = () => {
    throw new TypeError('fetch failed')
  }
  const { client } = respondingWith(fail, { hooks: { afterFailure: hang } })
  expect(await failureOf(client.entities.create(input))).toMatchObject({ code: 'no_connection' })
})

it('hooks that only look on are called before the call settles', async () => {
  const events: string[] = []
  const hooks: Hooks = {
    afterResponse: async () => void events.push('afterResponse'),
    afterCall: async () => void events.push('afterCall'),
  }
  const { client } = respondingWith(created, { hooks })
  await client.entities.create(input).then(() => events.push('settled'))
  expect(events).toEqual(['afterResponse', 'afterCall', 'settled'])
})

describe('a rejection', () => {
  it('of onQuirk or an async logger is handled, and changes nothing', async () => {
    const unhandled: unknown[] = []
    const note = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', note)
    const reject = () => Promise.reject(new Error('the log is full'))
    const logger = { error: reject, warn: reject, info: reject, debug: reject }
    const { client } = respondingWith(() => Response.json([{ ...wireEntity, id: 7 }]), {
      logger,
      logLevel: 'debug',
      onQuirk: reject,
    })
    expect(await client.entities.list()).toHaveLength(1)
    await new Promise(setImmediate)
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })
})
