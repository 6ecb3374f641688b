import { EntityScreening, type Hooks, type Logger } from 'entity-screening-sdk'
import { describe, expect, it, vi } from 'vitest'
import { answering, apiKey, baseUrl, respondingWith } from '../answering.ts'
import { failureOf } from '../failure-of.ts'
import { everythingOf, expectNoKey as expectNoKeyIn, spellingsOf } from '../workflow/secrecy/exposure.ts'

const expectNoKey = (text: string) => expectNoKeyIn(text, apiKey)

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

  it('is not in Retry-After where it is a number', async () => {
    const digits = '31415926535897'
    const headers = { 'retry-after': digits }
    const { client } = answering('{}', { status: 429, headers }, { apiKey: digits })
    expectNoKeyIn(everythingOf(await failureOf(client.entities.list())), digits)
  })

  it.each([
    'q8Zk/3vT%2BpLm0aWc91x/Hh%3D%3D',
    'q8Zk%2f3vT%2bpLm0aWc91x%2fHh%3d%3d',
    'q8Zk\\/3vT+pLm0aWc91x\\/Hh==',
  ])('is not in an error that quotes it in part percent-encoded, or in JSON: %s', async spelling => {
    const { client } = answering(
      { error: `bad key ${spelling}` },
      { status: 401 },
      { apiKey: 'q8Zk/3vT+pLm0aWc91x/Hh==' },
    )
    const failure = await failureOf(client.entities.list())
    expect(everythingOf(failure)).not.toContain('pLm0aWc91x')
    expect(failure).toMatchObject({ message: expect.stringContaining('bad key [redacted]') })
  })

  it('is struck out without hurting the sentence around it', async () => {
    const error = `Send the header "Authorization: Bearer <API_KEY>", not ${apiKey}`
    const { client } = answering({ statusCode: 401, success: false, error }, { status: 401 })
    await expect(client.entities.list()).rejects.toMatchObject({
      reason: 'Send the header "Authorization: Bearer <API_KEY>", not [redacted]',
    })
  })

  it.each([
    ['of backslashes alone, which any escaping may add', '\\'.repeat(12)],
    ['so short that it may be a word', 'secret'],
  ])('is not looked for where it is %s', async (_, shortKey) => {
    const error = 'A secret \\\\\\ sentence.'
    const { client } = answering({ error }, { status: 401 }, { apiKey: shortKey })
    await expect(client.entities.list()).rejects.toMatchObject({ reason: error })
  })

  it.each([
    ['made of signs with a meaning in patterns', '(.*)[a-z]+$^|?{2}'],
    ['with backslashes within and at its end', 'sk-a\\key\\\\of-many\\'],
    ['that looks like escapes', '%25%2525u005c&amp;x5c'],
  ])('is struck out %s', async (_, oddKey) => {
    for (const body of [spellingsOf(oddKey).join(' '), { error: spellingsOf(oddKey) }]) {
      const { client } = answering(body, { status: 500 }, { apiKey: oddKey })
      expectNoKeyIn(everythingOf(await failureOf(client.entities.list())), oddKey)
    }
  })

  it('may be so long that no pattern could be made of it', async () => {
    const longKey = `${apiKey}${'k'.repeat(4096 - apiKey.length)}`
    const { client } = answering(`a ${longKey} b`, { status: 500 }, { apiKey: longKey })
    await expect(client.entities.list()).rejects.toMatchObject({ body: 'a [redacted] b' })
    const create = () => new EntityScreening({ apiKey: `${longKey}k`, baseUrl })
    expect(create).toThrow(/apiKey must be a string of 1 to 4096 visible ASCII characters$/)
    expect(create).not.toThrow(apiKey)
  })

  it('is not in the error for one of the environment that cannot be sent', () => {
    vi.stubEnv('ENTITY_SCREENING_API_KEY', `${apiKey}\n`)
    const create = () => new EntityScreening({ baseUrl })
    expect(create).toThrow(/apiKey must /)
    expect(create).not.toThrow(apiKey)
    vi.unstubAllEnvs()
  })

  it('is looked for in no more time than the answer is long, whatever it is made of', async () => {
    for (const piece of ['\\', '%25', apiKey.slice(0, -1), apiKey]) {
      const { client } = answering(`s${piece.repeat(200_000)}`, { status: 500 })
      await expect(client.entities.list()).rejects.toMatchObject({ status: 500 })
    }
  })

  it('is not in any log line or hook', async () => {
    const lines: string[] = []
    const write = (line: string) => void lines.push(line)
    const logger: Logger = { error: write, warn: write, info: write, debug: write }
    const tell = (context: object) => void lines.push(everythingOf(context))
    const hooks: Hooks = {
      beforeRequest: tell,
      afterResponse: tell,
      afterFailure: tell,
      afterCall: tell,
    }
    const { client } = respondingWith(
      attempt => new Response(`{"echo":"${apiKey}"}`, { status: attempt === 1 ? 503 : 200 }),
      {
        logger,
        logLevel: 'debug',
        hooks,
        maxRetries: 1,
        retry: { maxDelay: 1 },
      },
    )
    await client.entities.list().catch(() => {})
    expect(lines.length).toBeGreaterThanOrEqual(7)
    expectNoKey(lines.join('\n'))
  })

  it('is not in the error for a key that cannot be sent', () => {
    for (const bad of [`${apiKey}\n`, `${apiKey} x`, '', `${apiKey}\u00e9`]) {
      const create = () => new EntityScreening({ apiKey: bad, baseUrl })
      expect(create).toThrow(/apiKey must /)
      expect(create).not.toThrow(apiKey)
    }
  })

  it('is not in the headers that a hook has kept, once the request is sent', async () => {
    const kept: Headers[] = []
    const { client } = answering(
      [],
      {},
      { hooks: { beforeRequest: ({ headers }) => void kept.push(headers) } },
    )
    await client.entities.list()
    expect(kept.map(headers => headers.get('authorization'))).toEqual([null])
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
