import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createProxy, type IdempotencyStore, type ProxyOptions } from 'entity-screening-sdk/proxy'
import { type Browser, chromium } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser } from '../find-browser.ts'
import { apiKey, created, createSharedStore, creation, listen, refused, startService } from './service.ts'

/** Ends the first write between proxy and page, after it was processed. */
type Failure = (socket: Socket) => Response

const reset: Failure = socket => {
  socket.resetAndDestroy()
  return new Response()
}
const timedOut: Failure = () => new Response(null, { status: 408, headers: { connection: 'close' } })

/** Chromium sends a POST again by itself if a connection that it used before is reset, or answers 408. */
describe('a page in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    // The usual arguments switch rules of the web off.
    const args = ['--no-sandbox', '--no-zygote', '--disable-gpu']
    browser = await chromium.launch({ ...(await findBrowser()), args })
  })
  afterAll(() => browser?.close())

  /**
   * A page of the proxy's server posts once; resolves to the writes at the proxy, and to what the page got. The first write reaches one
   * process; the option `second` makes another one for all later writes.
   */
  async function post(
    baseUrl: string,
    key: string | null,
    failure?: Failure,
    second?: { readonly store: IdempotencyStore; readonly options: Partial<ProxyOptions> },
  ) {
    const onError = () => {}
    const common = { baseUrl, apiKey, callerOf: () => 'ada', onError, store: second?.store }
    const proxy = createProxy(common)
    const secondProxy = second === undefined ? proxy : createProxy({ ...common, ...second.options })
    let writes = 0
    const listener = getRequestListener(
      async (request, { incoming }) => {
        if (request.method === 'GET')
          return new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
        writes += 1
        const isFirst = writes === 1
        const response = await (isFirst ? proxy : secondProxy)(request)
        return isFirst && failure !== undefined ? failure(incoming.socket) : response
      },
      { overrideGlobalObjects: false },
    )
    const page = await browser.newPage()
    await page.goto(await listen(listener))
    const response = await page.evaluate(
      async ([key, body]) => {
        // The connection of the page is used again.
        await fetch('/').then(response => response.text())
        const json = { 'content-type': 'application/json' }
        const headers = key === null ? json : { ...json, 'idempotency-key': key }
        const response = await fetch('/screening/v1/entities', { method: 'POST', headers, body })
        return { status: response.status, text: await response.text() }
      },
      [key, creation] as const,
    )
    await page.close()
    return { writes, ...response }
  }

  it.each([
    ['is reset', reset],
    ['answers 408', timedOut],
  ])('whose connection %s repeats the write, which reaches the service once', async (_, failure) => {
    const service = await startService()
    const { writes, status, text } = await post(service.baseUrl, 'a', failure)
    expect(writes).toBe(2)
    expect([status, JSON.parse(text)]).toMatchObject([201, { data: { id: '1' } }])
    expect(service.received).toHaveLength(1)
  })

  it.each([
    ['is reset', reset],
    ['answers 408', timedOut],
  ])('without a key whose connection %s doubles the write', async (_, failure) => {
    const service = await startService()
    const { writes, text } = await post(service.baseUrl, null, failure)
    expect(writes).toBe(2)
    expect(JSON.parse(text)).toMatchObject({ data: { id: '2' } })
    expect(service.received).toHaveLength(2)
  })

  const failing = () => Promise.reject(new Error('the store is away'))

  it.each<[string, number, Partial<ProxyOptions>]>([
    ['shares the store', 201, {}],
    ['cannot reach the store', 504, { store: { claim: failing, finish: failing } }],
    [
      'has a store that hangs',
      504,
      { timeout: 500, store: { claim: () => new Promise(() => {}), finish() {} } },
    ],
    ['has lost the session', 504, { callerOf: () => null }],
    ['cannot reach the sessions', 504, { callerOf: failing }],
  ])('whose write is repeated through a process that %s gets a %i', async (_, expected, options) => {
    const service = await startService()
    const second = { store: createSharedStore().store, options }
    const { writes, status, text } = await post(service.baseUrl, 'a', reset, second)
    expect([writes, status]).toEqual([2, expected])
    expect(JSON.parse(text)).toMatchObject(expected === 201 ? { data: { id: '1' } } : { success: false })
    expect(service.received).toHaveLength(1)
  })

  it.each([
    ['that the proxy lists creates with a key, and reads the headers', true],
    ['that it does not list sends nothing to the service', false],
  ])('of another origin %s', async (_, isListed) => {
    const service = await startService((response, count) => {
      response.setHeader('x-request-id', 'r1')
      created(response, count, response.socket as Socket)
    })
    const text = await listen((_, response) => response.end('<!doctype html>'))
    const origin = text.replace('127.0.0.1', 'localhost')
    const origins = isListed ? [origin] : []
    const proxy = createProxy({ baseUrl: service.baseUrl, apiKey, callerOf: () => 'ada', origins })
    const url = await listen(getRequestListener(proxy, { overrideGlobalObjects: false }))
    const page = await browser.newPage()
    await page.goto(origin)
    const result = await page.evaluate(
      async ([url, body]) => {
        const headers = { 'content-type': 'application/json', 'idempotency-key': 'a', 'x-user': 'ada' }
        const init: RequestInit = { method: 'POST', headers, body, credentials: 'include' }
        const response = await fetch(`${url}/screening/v1/entities`, init).catch(String)
        return typeof response === 'string'
          ? response
          : [response.status, response.headers.get('x-request-id'), await response.text()]
      },
      [url, creation] as const,
    )
    await page.close()
    if (isListed) expect(result).toEqual([201, 'r1', '{"success":true,"data":{"id":"1"}}'])
    else expect(result).toMatch(/Failed to fetch/)
    expect(service.received).toHaveLength(isListed ? 1 : 0)
  })

  it('repeats a write that the service answers with 408, and gets the same 408', async () => {
    const service = await startService(refused(408))
    const { writes, status } = await post(service.baseUrl, 'a')
    expect([writes, status]).toEqual([2, 408])
    expect(service.received).toHaveLength(1)
  })
})
