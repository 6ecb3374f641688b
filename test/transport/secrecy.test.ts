import { inspect } from 'node:util'
import { EntityScreening, type Hooks, type Logger } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { answering, apiKey, baseUrl, respondingWith } from '../answering.ts'

/** Everything that printing, serialising or walking a value can show. */
function everythingOf(value: unknown): string {
  const shown = [inspect(value, { depth: 20, showHidden: true }), JSON.stringify(value), String(value)]
  if (value instanceof Error) shown.push(value.stack ?? '', everythingOf({ ...value }), inspect(value.cause))
  return shown.join('\n')
}

const spellings = [
  apiKey,
  encodeURIComponent(apiKey),
  JSON.stringify(apiKey).slice(1, -1),
  apiKey.replaceAll('/', '\\/'),
]

function expectNoKey(text: string): void {
  for (const spelling of spellings) expect(text).not.toContain(spelling)
}

describe('the key', () => {
  it('is sent as a bearer token, and not where there is none', async () => {
    const { client, sent } = answering([])
    await client.entities.list()
    expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${apiKey}`)
    const keyless = answering([], {}, { apiKey: null })
    await keyless.client.entities.list()
    expect(keyless.sent[0]?.headers.get('authorization')).toBeNull()
  })

  it('is not in the client, inspected or serialised', () => {
    const { client } = answering([])
    expectNoKey(everythingOf(client))
    expectNoKey(everythingOf(client.entities))
  })

  it.each([
    [
      'a 401 that echoes it',
      () => answering({ statusCode: 401, success: false, error: `bad key ${apiKey}` }, { status: 401 }),
    ],
    [
      'a 500 with it in JSON',
      () => answering(`{"error":"Bearer ${apiKey.replaceAll('/', '\\/')}"}`, { status: 500 }),
    ],
    ['HTML with it', () => answering(`<p>${encodeURIComponent(apiKey)} ${apiKey}</p>`, { status: 502 })],
    ['a 200 that cannot be read', () => answering({ echo: apiKey })],
    ['a 200 that is no JSON', () => answering(`<p>${apiKey}</p>`)],
    [
      'a refused redirect',
      () => answering(apiKey, { status: 302, headers: { location: `https://x.example/?k=${apiKey}` } }),
    ],
    [
      'a failed connection',
      () =>
        respondingWith(() => {
          throw new TypeError('fetch failed', { cause: new Error(`header Bearer ${apiKey}`) })
        }),
    ],
    [
      'a fetch that throws the request',
      () =>
        respondingWith((_, request) => {
          throw Object.assign(new Error(`Bearer ${apiKey}`), { request })
        }),
    ],
    ['a timeout', () => respondingWith(() => new Promise(() => {}), { timeout: 10 })],
  ])('is not in the error of %s', async (_, start) => {
    const { client } = start()
    const failure = await client.entities.list().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expectNoKey(everythingOf(failure))
  })

  it.each([
    [
      'in JSON escapes',
      () => answering(`{"error":"key ${apiKey.replace('+', '\\u002b')}"}`, { status: 401 }),
    ],
    ['as the name of a field', () => answering(JSON.stringify({ [apiKey]: 1, error: 'x' }), { status: 401 })],
    [
      'in a content type',
      () => answering('x', { status: 502, headers: { 'content-type': `text/plain; k=${apiKey}` } }),
    ],
    ['in Retry-After', () => answering('{}', { status: 429, headers: { 'retry-after': apiKey } })],
    [
      'as a system code',
      () =>
        respondingWith(() => {
          throw new TypeError('fetch failed', {
            cause: Object.assign(new Error('x'), { code: `Bearer ${apiKey}` }),
          })
        }),
    ],
    [
      'as the id of a node',
      () =>
        answering(
          { success: true, data: { nodes: { [apiKey]: 7 }, relations: [] } },
          {},
          { validation: 'strict' },
        ),
    ],
  ])('is not in an error that holds it %s', async (_, start) => {
    const failure = await start()
      .client.entities.network('e')
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expectNoKey(everythingOf(failure))
  })

  it('is not in the headers of an answer that a hook sees, nor in a quirk report', async () => {
    const shown: unknown[] = []
    const data = { nodes: { [apiKey]: { id: 'other' } }, relations: [] }
    const { client } = answering(
      { success: true, data },
      { headers: { 'x-echo': `Bearer ${apiKey}` } },
      {
        hooks: { afterResponse: ({ headers }) => void shown.push([...headers]) },
        onQuirk: report => shown.push(report),
      },
    )
    await client.entities.network('e')
    expect(shown.length).toBeGreaterThan(1)
    expectNoKey(JSON.stringify(shown))
  })

  it('is struck out without hurting the sentence around it', async () => {
    const error = `Send the header "Authorization: Bearer <API_KEY>", not ${apiKey}`
    const { client } = answering({ statusCode: 401, success: false, error }, { status: 401 })
    await expect(client.entities.list()).rejects.toMatchObject({
      reason: 'Send the header "Authorization: Bearer <API_KEY>", not [redacted]',
    })
  })

  it('is not in any log line or hook', async () => {
    const lines: string[] = []
    const write = (line: string) => void lines.push(line)
    const logger: Logger = { error: write, warn: write, info: write, debug: write }
    const tell = (context: object) => void lines.push(everythingOf(context))
    const hooks: Hooks = { beforeRequest: tell, afterResponse: tell, beforeRetry: tell }
    const { client } = respondingWith(
      attempt => new Response(`{"echo":"${apiKey}"}`, { status: attempt === 1 ? 503 : 200 }),
      {
        logger,
        logLevel: 'debug',
        hooks,
        retry: { limit: 1, maximumDelay: 1 },
      },
    )
    await client.entities.list().catch(() => {})
    expect(lines.length).toBeGreaterThanOrEqual(8)
    expectNoKey(lines.join('\n'))
  })

  it('is not in the error for a key that cannot be sent', () => {
    for (const bad of [`${apiKey}\n`, `${apiKey} x`, '', `${apiKey}\u00e9`]) {
      const create = () => new EntityScreening({ apiKey: bad, baseUrl })
      expect(create).toThrow(/apiKey must be visible ASCII/)
      expect(create).not.toThrow(apiKey)
    }
  })

  it('cannot be replaced by a hook or a header', async () => {
    const { client, sent } = answering(
      [],
      {},
      {
        hooks: { beforeRequest: ({ headers }) => headers.set('authorization', 'Bearer other') },
      },
    )
    await client.entities.list()
    expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${apiKey}`)
  })
})
