import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMockServer, type MockServerOptions } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findBrowser } from '../../find-browser.ts'

/** The browser as users have it, except that it takes one site for another: those of other tests are started without web security. */
let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch({
    ...(await findBrowser()),
    args: [
      '--no-sandbox',
      '--no-zygote',
      '--disable-gpu',
      '--host-resolver-rules=MAP evil.example 127.0.0.1, MAP friend.example 127.0.0.1',
    ],
  })
})
afterAll(() => browser.close())

const secretName = 'A name that nobody else may read'

async function start(options: MockServerOptions = {}) {
  const server = createMockServer({ keys: { key: 'team-1' }, ...options })
  const { url, close } = await startServer(server)
  onTestFinished(close)
  const headers = { authorization: 'Bearer key' }
  const body = JSON.stringify({ name: secretName, type: 'organization' })
  await server.fetch(new Request('http://x/v1/entities', { method: 'POST', headers, body }))
  server.faults.add({ operation: 'getHealth', status: 503 })
  return { server, url, port: new URL(url).port }
}

type Started = Awaited<ReturnType<typeof start>>

/** What a page must not change. */
function stateOf({ server }: Started): string {
  return JSON.stringify([server.snapshot(), server.faults.list(), server.requests.list().length])
}

/** A page of another site. */
async function openAt(host: string): Promise<Page> {
  const site = createServer((_, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><title>A page of another site</title>')
  })
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void site.close().closeAllConnections())
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  await page.goto(`http://${host}:${(site.address() as AddressInfo).port}/`)
  return page
}

const reads = ['clock', 'requests', 'snapshot', 'teams', 'faults', 'events', 'openapi.json', '', 'console.js']
const calls: [method: string, path: string, body: string | null][] = [
  ['POST', 'reset', null],
  ['POST', 'clock/settle', null],
  ['POST', 'clock/advance', '{"ms":1000}'],
  ['POST', 'clock/advance', '{"to":"next"}'],
  ['DELETE', 'faults', null],
  ['POST', 'faults', '{"status":500}'],
  ['DELETE', 'requests', null],
  ['POST', 'teams', '{"id":"evil"}'],
  [
    'POST',
    'send',
    '{"team":"team-1","method":"POST","path":"/v1/entities","body":{"name":"Evil","type":"person"}}',
  ],
  ['PUT', 'snapshot', '{"version":1,"seed":1,"changes":[]}'],
]

/** All that a page can read of an address. */
function readAll(page: Page, base: string, token?: string) {
  return page.evaluate(
    async ({ base, reads, token }) => {
      const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const read = async (path: string, init: RequestInit) => {
        try {
          const response = await fetch(`${base}/__admin/${path}`, {
            ...init,
            signal: AbortSignal.timeout(2000),
          })
          return await response.text()
        } catch {
          return ''
        }
      }
      const texts = await Promise.all(
        reads.flatMap(path => [
          read(path, {}),
          read(path, { mode: 'no-cors' }),
          read(path, { headers: authorization }),
          read(path, { credentials: 'include' }),
        ]),
      )
      const heard = await new Promise<string>(resolve => {
        const source = new EventSource(`${base}/__admin/events`)
        const hear = ({ data }: MessageEvent<string>) => resolve(data)
        for (const name of ['changed', 'message']) source.addEventListener(name, hear)
        source.onerror = () => {
          source.close()
          resolve('')
        }
      })
      const scripted = await new Promise<string>(resolve => {
        const script = document.createElement('script')
        script.src = `${base}/__admin/snapshot`
        script.onload = () => resolve('')
        script.onerror = () => resolve('')
        document.head.append(script)
      })
      return [...texts, heard, scripted].join('')
    },
    { base, reads, ...(token === undefined ? {} : { token }) },
  )
}

/** All that a page can do to an address: requests with and without asking first, and forms. */
async function callAll(page: Page, base: string): Promise<void> {
  await page.evaluate(
    async ({ base, calls }) => {
      const attempts: RequestInit[] = [
        { mode: 'no-cors' },
        { mode: 'no-cors', headers: { 'content-type': 'text/plain' } },
        { mode: 'cors', headers: { 'content-type': 'text/plain' } },
        { mode: 'cors', headers: { 'content-type': 'application/json' } },
        { mode: 'cors', headers: { 'content-type': 'application/json', authorization: 'Bearer key' } },
      ]
      for (const [method, path, body] of calls) {
        const url = `${base}/__admin/${path}`
        for (const attempt of attempts) {
          await fetch(url, { method, body, ...attempt }).catch(() => {})
          // Without a type: such a body needs no preflight.
          if (body !== null)
            await fetch(url, { method, ...attempt, headers: {}, body: new Blob([body]) }).catch(() => {})
        }
        navigator.sendBeacon(url, body ?? '')
        for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
          const frame = document.createElement('iframe')
          frame.name = `frame-${Math.random()}`
          const form = document.createElement('form')
          Object.assign(form, { action: url, method: 'post', enctype, target: frame.name })
          const field = document.createElement('input')
          // As text, the form is "name=value": the JSON of the body with a part that swallows the sign.
          field.name = `${body?.slice(0, -1) ?? '{"a":1'},"x":"`
          field.value = '"}'
          form.append(field)
          document.body.append(frame, form)
          const isLoaded = new Promise(resolve => {
            frame.onload = resolve
          })
          form.submit()
          await isLoaded
        }
      }
    },
    { base, calls },
  )
}

const kinds = [
  ['without a token', {}],
  ['with a token', { adminToken: 'the-token' }],
] as const

describe.each(kinds)(`a page of another site, to a server %s`, (_, options) => {
  it('can read nothing', async () => {
    const started = await start(options)
    const page = await openAt('evil.example')
    for (const base of [
      started.url,
      `http://localhost:${started.port}`,
      `http://evil.example:${started.port}`,
    ])
      expect(await readAll(page, base)).not.toMatch(/"success":true|openapi|team-1/)
  })

  it('can change nothing', async () => {
    const started = await start(options)
    const before = stateOf(started)
    const page = await openAt('evil.example')
    await callAll(page, started.url)
    expect(stateOf(started)).toBe(before)
  })
})

describe(`a page whose host name is led to the server`, () => {
  it('is of the same origin, and can neither read nor change anything', async () => {
    const started = await start()
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    const base = `http://evil.example:${started.port}`
    // A page of the service itself: nothing of the browser's protects here.
    const { origin } = new URL((await page.goto(`${base}/v1/health`))?.url() ?? '')
    expect(origin).toBe(base)
    const before = stateOf(started)
    const texts = await readAll(page, base)
    expect(texts).toContain('does not respond under this host name')
    expect(texts).not.toMatch(/"success":true|openapi|team-1/)
    await callAll(page, base)
    expect(stateOf(started)).toBe(before)
  })
})

describe(`a page`, () => {
  it('of another site learns nothing with the token, unless its origin is let in', async () => {
    const token = 'the-token'
    const friend = await openAt('friend.example')
    const { origin } = new URL(friend.url())
    const started = await start({ adminToken: token, adminOrigins: [origin] })
    expect(await readAll(friend, started.url, token)).toContain(secretName)
    expect(await readAll(await openAt('evil.example'), started.url, token)).not.toContain('success":true')
  })

  it('of this machine reads, changes, and hears events: the others prove something', async () => {
    const started = await start()
    const page = await openAt('localhost')
    expect(await readAll(page, started.url)).toContain(secretName)
    const before = stateOf(started)
    await callAll(page, started.url)
    expect(stateOf(started)).not.toBe(before)
  })
})
