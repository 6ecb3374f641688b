import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createProxy } from 'entity-screening-sdk/proxy'
import { type Browser, chromium } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser } from '../find-browser.ts'
import { apiKey, creation, listen, refused, startService } from './service.ts'

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

  /** A page of the proxy's server posts once; resolves to the writes at the proxy, and to what the page got. */
  async function post(baseUrl: string, key: string | null, failure?: Failure) {
    const proxy = createProxy({ baseUrl, apiKey, callerOf: () => 'ada' })
    let writes = 0
    const listener = getRequestListener(
      async (request, { incoming }) => {
        if (request.method === 'GET')
          return new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
        writes += 1
        const isFirst = writes === 1
        const response = await proxy(request)
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

  it('repeats a write that the service answers with 408, and gets the same 408', async () => {
    const service = await startService(refused(408))
    const { writes, status } = await post(service.baseUrl, 'a')
    expect([writes, status]).toEqual([2, 408])
    expect(service.received).toHaveLength(1)
  })
})
