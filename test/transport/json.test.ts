import {
  ConnectionError,
  EntityScreeningError,
  InputValidationError,
  type ScreeningError,
  TimeoutError,
} from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { answering, apiKey, respondingWith } from '../answering.ts'
import { failureOf } from '../failure-of.ts'
import { expectNoKey } from '../workflow/secrecy/exposure.ts'

const refused = { statusCode: 429, success: false, error: `Too many requests with ${apiKey}` }

describe('JSON.stringify of an error', () => {
  it('has what a log needs of a status, without headers, body and key', async () => {
    const headers = { 'retry-after': '7', 'x-request-id': 'r-1', 'set-cookie': 'session=secret' }
    const { client } = answering(refused, { status: 429, headers })
    const json = JSON.stringify(await failureOf(client.entities.list()))
    expect(JSON.parse(json)).toEqual({
      name: 'RateLimitError',
      code: 'rate_limited',
      message: 'entities.list: 429 Too many requests with [redacted]',
      operation: 'listEntities',
      outcome: 'not_done',
      requestId: 'r-1',
      status: 429,
      reason: 'Too many requests with [redacted]',
      retryAfter: 7000,
    })
    expectNoKey(json, apiKey)
  })

  it('has the code of a cause as text, whatever it is', () => {
    const causes = [10n, Symbol('code'), undefined, 'ENOTFOUND', 42].map(code =>
      Object.assign(new Error('foreign'), { code }),
    )
    const jsons = causes.map(cause => {
      const details = {
        operation: 'listEntities',
        outcome: 'unknown',
        status: null,
        systemCode: null,
      } as const
      return JSON.stringify(new ConnectionError('no response', { ...details, cause }))
    })
    const codes = jsons.map(json => JSON.parse(json).cause.code)
    expect(codes).toEqual(['10', 'Symbol(code)', undefined, 'ENOTFOUND', '42'])
  })

  it('has the causes of a failed connection, innermost last', async () => {
    const lookup = Object.assign(new Error(`getaddrinfo ENOTFOUND ${apiKey}`), { code: 'ENOTFOUND' })
    const { client } = respondingWith(() => Promise.reject(new TypeError('fetch failed', { cause: lookup })))
    expect(JSON.parse(JSON.stringify(await failureOf(client.entities.list())))).toMatchObject({
      code: 'no_connection',
      systemCode: 'ENOTFOUND',
      status: null,
      cause: {
        name: 'TypeError',
        message: 'fetch failed',
        cause: { name: 'Error', code: 'ENOTFOUND', message: 'getaddrinfo ENOTFOUND [redacted]' },
      },
    })
  })

  it('has the issues of an input', async () => {
    const { client } = answering([])
    expect(JSON.parse(JSON.stringify(await failureOf(client.entities.network(''))))).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('entities.network: id must be'),
      issues: [{ path: ['id'] }],
    })
  })

  it('has the error of the attempt before as its cause', () => {
    const cause = new ConnectionError('entities.list: broke off', {
      operation: 'listEntities',
      outcome: 'unknown',
      status: null,
      systemCode: 'ECONNRESET',
    })
    const details = { operation: 'listEntities', outcome: 'unknown', status: null, cause } as const
    expect(
      JSON.parse(JSON.stringify(new TimeoutError('entities.list: no response in time', details))),
    ).toMatchObject({
      code: 'timeout',
      cause: { name: 'ConnectionError', code: 'no_connection', systemCode: 'ECONNRESET' },
    })
  })

  it('ends where causes go round in circles, and takes any value as a cause', () => {
    const circle = new Error('circle')
    circle.cause = circle
    const causes = [circle, 'a text', 7n, Symbol('s'), null, Object.create(null)]
    const errors = causes.map(
      cause =>
        new InputValidationError('x', {
          operation: 'x',
          outcome: 'not_done',
          code: 'invalid_input',
          issues: [],
          cause,
        }),
    )
    expect(() => JSON.stringify(errors)).not.toThrow()
    expect(JSON.stringify(errors[1])).toContain('"cause":"a text"')
  })
})

it('a union of errors is narrowed by code', async () => {
  const { client } = answering(refused, { status: 429, headers: { 'retry-after': '7' } })
  const failure = await failureOf(client.entities.list())
  const wait = (error: ScreeningError) => (error.code === 'rate_limited' ? error.retryAfter : null)
  expect(EntityScreeningError.is(failure) && wait(failure)).toBe(7000)
})
