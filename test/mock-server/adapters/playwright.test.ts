import { createMockServer, createRouteHandler, type PlaywrightRoute } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'

const apiKey = 'the-key'

interface Outcome {
  fulfilled?: Parameters<PlaywrightRoute['fulfill']>[0]
  aborted?: string
  isLeftAlone?: true
}

interface PageRequest {
  readonly url: string
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** A route as Playwright has it: test/examples/built-react-app.rest.test.ts has a real one, in a browser. */
async function handle(
  handler: (route: PlaywrightRoute) => Promise<void>,
  { url, method = 'GET', headers = {}, body }: PageRequest,
): Promise<Outcome> {
  const outcome: Outcome = {}
  await handler({
    request: () => ({
      method: () => method,
      url: () => url,
      headers: () => headers,
      postDataBuffer: () => (body === undefined ? null : Buffer.from(body)),
    }),
    async fulfill(response) {
      outcome.fulfilled = response
    },
    async abort(errorCode) {
      outcome.aborted = errorCode
    },
    async fallback() {
      outcome.isLeftAlone = true
    },
  })
  return outcome
}

function start(baseUrl: string | URL = '/screening') {
  const server = createMockServer({ keys: { [apiKey]: 'team-1' }, warn() {} })
  return { server, handler: createRouteHandler(server, { baseUrl, apiKey }) }
}

const input = JSON.stringify({ type: 'person', name: 'Ilse Brandt Жданова' })

describe('a handler for page.route', () => {
  it('responds with the bytes of the server, and adds the key', async () => {
    const { server, handler } = start()
    const origin = 'http://localhost:5173'
    const url = `${origin}/screening/v1/entities`
    const headers = { 'content-type': 'application/json', origin }
    const created = await handle(handler, { url, method: 'POST', headers, body: input })
    expect(created.fulfilled).toMatchObject({ status: 201 })
    const { fulfilled } = await handle(handler, { url })
    const authorization = `Bearer ${apiKey}`
    const list = await server.fetch('http://in-process/v1/entities', { headers: { authorization } })
    expect(fulfilled).toEqual({
      status: 200,
      headers: {
        ...Object.fromEntries(list.headers),
        'x-request-id': expect.stringMatching(/^[0-9a-f]{24}$/),
      },
      body: await list.text(),
    })
    expect(fulfilled?.body).toContain('Ilse Brandt Жданова')
  })

  it('keeps the key that a request has', async () => {
    const { handler } = start()
    const url = 'http://localhost:5173/screening/v1/entities'
    const { fulfilled } = await handle(handler, { url, headers: { authorization: 'Bearer another-key' } })
    expect(fulfilled?.status).toBe(401)
  })

  it.each([
    ['a path', '/screening', 'https://app.example/screening/v1/health', true],
    ['a path with a slash', '/screening/', 'https://app.example/screening/v1/health', true],
    ['a path, of a module', '/screening', 'http://localhost:5173/src/screening/table.tsx', false],
    ['a path, of another', '/screening', 'https://app.example/screenings/v1/health', false],
    ['an address', 'https://api.example/base', 'https://api.example/base/v1/health', true],
    ['an address as URL', new URL('https://api.example'), 'https://api.example/v1/health', true],
    ['an address, of another', 'https://api.example/base', 'https://app.example/base/v1/health', false],
  ])('responds below its base URL alone: %s %s', async (_, baseUrl, url, isOurs) => {
    const outcome = await handle(start(baseUrl).handler, { url })
    expect([outcome.fulfilled?.status, outcome.isLeftAlone]).toEqual(
      isOurs ? [200, undefined] : [undefined, true],
    )
  })

  it.each(['reset', 'lost_response', 'truncated'] as const)('breaks the connection for %s', async kind => {
    const { server, handler } = start()
    const url = 'https://app.example/screening/v1/entities'
    server.faults.add({ operation: 'listEntities', kind, times: 1 })
    expect(await handle(handler, { url })).toEqual({ aborted: 'connectionreset' })
    expect((await handle(handler, { url })).fulfilled?.status).toBe(200)
  })

  it('tells the log why a key is missing', async () => {
    const server = createMockServer({ keys: { [apiKey]: 'team-1' }, warn() {} })
    const handler = createRouteHandler(server, { baseUrl: '/screening' })
    await handle(handler, { url: 'https://app.example/screening/v1/entities' })
    expect(server.requests.list()[0]?.warning).toContain('createRouteHandler has no apiKey')
  })

  it.each([
    [
      { baseUrl: 'screening' },
      'createRouteHandler: baseUrl must be an absolute http or https URL, or a path',
    ],
    [{ baseUrl: '//screening' }, 'createRouteHandler: baseUrl must be an absolute http or https URL'],
    [{ baseUrl: 'ftp://screening' }, 'createRouteHandler: baseUrl must be an absolute http or https URL'],
    [{ baseUrl: '/screening?a=1' }, 'createRouteHandler: baseUrl must be an absolute http or https URL'],
    [{ baseUrl: 7 }, 'createRouteHandler: baseUrl must be a URL'],
    [{ baseUrl: '/', apiKey: 'nobodys' }, 'createRouteHandler: apiKey must be the key of a team'],
    [{ baseUrl: '/', key: 'the-key' }, 'createRouteHandler: key is not a field here'],
  ])('refuses %j', (options, sentence) => {
    const { server } = start()
    const create = () => Reflect.apply(createRouteHandler, undefined, [server, options])
    expect(create).toThrow(sentence)
  })
})
