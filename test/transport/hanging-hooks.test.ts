import type { Hooks, Logger } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { respondingWith } from '../answering.ts'
import { failureOf } from '../failure-of.ts'
import { wireEntity } from '../resources/streaming.ts'

const hang = () => new Promise<void>(() => {})
const created = () => Response.json({ success: true, data: { id: 'e1' } }, { status: 201 })
const input = { type: 'organization', name: 'Amber AG' } as const

function collectLines() {
  const lines: string[] = []
  const keep = (line: string) => void lines.push(line)
  const logger: Logger = { error: keep, warn: keep, info: keep, debug: keep }
  return { lines, logger }
}

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

describe.each(['afterResponse', 'afterCall'] as const)('an %s that hangs', name => {
  it('leaves a creation what it is, and is logged', async () => {
    const { lines, logger } = collectLines()
    const hooks: Hooks = { [name]: hang }
    const { client } = respondingWith(created, { hooks, logger, logLevel: 'error', totalTimeout: 50 })
    expect(await client.entities.create(input)).toMatchObject({ id: 'e1' })
    expect(lines).toEqual([`entity-screening ${name} has not ended in time: the call goes on without it`])
  })
})

it('an afterFailure that hangs leaves the error what it is', async () => {
  const { logger } = collectLines()
  const fail = () => {
    throw new TypeError('fetch failed')
  }
  const options = { hooks: { afterFailure: hang }, logger, timeout: 50 }
  const { client } = respondingWith(fail, options)
  expect(await failureOf(client.entities.create(input))).toMatchObject({ code: 'no_connection' })
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
