import { AbortedError, type ClientOptions, EntityScreening, TimeoutError } from 'entity-screening-sdk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { respondingWith } from '../answering.ts'
import { failureOf } from '../failure-of.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A client whose key comes from a function, and which always gets this status. */
function withKey(apiKey: ClientOptions['apiKey'], status = 200, options: ClientOptions = {}) {
  return respondingWith(() => new Response('[]', { status }), { apiKey, retry: { maxDelay: 1 }, ...options })
}

const create = (client: EntityScreening) =>
  client.entities.create({ type: 'organization', name: 'Nordwind GmbH' })

describe('the function apiKey', () => {
  it.each([
    ['string', () => 'first-key-of-the-team'],
    ['promise', async () => 'first-key-of-the-team'],
  ])('returns the key as a %s', async (_, apiKey) => {
    const { client, sent } = withKey(apiKey)
    await client.entities.list()
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer first-key-of-the-team')
  })

  it('is called for the health and the index, too: the specification does not say that they need no key', async () => {
    const { client, sent } = respondingWith(() => Response.json({ success: true }), {
      apiKey: () => 'first-key-of-the-team',
    })
    await client.service.health()
    await client.service.index().asResponse()
    expect(sent.map(({ path }) => path)).toEqual(['/v1/health', '/v1'])
    for (const { headers } of sent) expect(headers.get('authorization')).toBe('Bearer first-key-of-the-team')
  })

  it('is called for each attempt, and not before a call', async () => {
    const keys = ['first-key-of-the-team', 'second-key-of-the-team', 'third-key-of-the-team']
    const apiKey = vi.fn(() => keys.shift() ?? '')
    const { client, sent } = withKey(apiKey, 503, { maxRetries: 2 })
    expect(apiKey).not.toHaveBeenCalled()
    await failureOf(client.entities.list())
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer first-key-of-the-team',
      'Bearer second-key-of-the-team',
      'Bearer third-key-of-the-team',
    ])
  })

  it.each<[string, string, () => never]>([
    [
      'throws',
      'entities.create: ended, because the function apiKey failed',
      () => {
        throw new Error('no vault')
      },
    ],
    [
      'rejects',
      'entities.create: ended, because the function apiKey failed',
      () => Promise.reject(new Error('no vault')) as never,
    ],
    [
      'returns nothing',
      'entities.create: ended, because the result of the function apiKey must be a string',
      () => undefined as never,
    ],
    ['returns a header', 'result of the function apiKey must be the key alone', () => 'Bearer abc' as never],
  ])('that %s ends the call, and nothing is sent', async (_, message, apiKey) => {
    const { client, sent } = withKey(apiKey, 200, { maxRetries: 2 })
    const failure = await failureOf(create(client))
    expect(failure).toBeInstanceOf(AbortedError)
    expect(failure).toMatchObject({ outcome: 'not_done', message: expect.stringContaining(message) })
    expect(sent).toEqual([])
  })

  it('that never returns ends with the time limit, and nothing is sent even if the key comes later', async () => {
    let deliver: (key: string) => void = () => {}
    const apiKey = () => new Promise<string>(resolve => (deliver = resolve))
    const { client, sent } = withKey(apiKey, 200, { timeout: 10 })
    const failure = await failureOf(create(client))
    expect(failure).toBeInstanceOf(TimeoutError)
    expect(failure).toMatchObject({ outcome: 'not_done' })
    deliver('late-key-of-the-team')
    await new Promise(resolve => setTimeout(resolve, 5))
    expect(sent).toEqual([])
  })

  it('that never returns ends with the signal', async () => {
    const { client, sent } = withKey(() => new Promise<string>(() => {}))
    const stopping = new AbortController()
    const failure = failureOf(client.entities.list({ signal: stopping.signal }))
    stopping.abort()
    expect(await failure).toMatchObject({ name: 'AbortedError', outcome: 'not_done' })
    expect(sent).toEqual([])
  })

  it('is refused in a browser, unless dangerouslyAllowBrowser is set', () => {
    vi.stubGlobal('window', { document: {} })
    const options = { apiKey: () => 'key-of-the-team', baseUrl: 'https://screening.example' }
    expect(() => new EntityScreening(options)).toThrow('must be null in a browser')
    expect(() => new EntityScreening({ ...options, dangerouslyAllowBrowser: true })).not.toThrow()
  })

  it('is kept by withOptions', async () => {
    const { client, sent } = withKey(() => 'first-key-of-the-team')
    await client.withOptions({ timeout: 1000 }).entities.list()
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer first-key-of-the-team')
  })
})

describe('a key that was used', () => {
  /** Calls with one key after the other, at these hours. Returns the error text of the last response. */
  async function echoAfter(hours: number): Promise<unknown> {
    vi.useFakeTimers({ toFake: ['performance'] })
    let apiKey = 'first-key-of-the-team'
    const { client } = respondingWith(
      () =>
        Response.json(
          { statusCode: 400, success: false, error: `not first-key-of-the-team` },
          { status: 400 },
        ),
      { apiKey: () => apiKey, timeout: false },
    )
    await failureOf(client.entities.list())
    apiKey = 'second-key-of-the-team'
    vi.advanceTimersByTime(hours * 3_600_000)
    return Reflect.get(Object(await failureOf(client.entities.list())), 'reason')
  }

  it('stays masked for a day', async () => {
    expect(await echoAfter(23)).toBe('not [redacted]')
  })

  it('is forgotten then', async () => {
    expect(await echoAfter(25)).toBe('not first-key-of-the-team')
  })
})
