import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  ConnectionError,
  type QuirkReport,
  ResponseValidationError,
  TimeoutError,
} from 'entity-screening-sdk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { apiKey, respondingWith } from '../answering.ts'
import { byHand, collect, inPieces, streaming, wireEntities, wireEntity } from './streaming.ts'

afterEach(() => void vi.useRealTimers())

/** What is held weakly goes when a turn of the event loop is over. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  await new Promise(resolve => setTimeout(resolve))
  runInNewContext('gc')()
}

const list = JSON.stringify(wireEntities(3))
const [first = '', second = ''] = wireEntities(2).map(entity => JSON.stringify(entity))

describe('a stream gives what a list gives', () => {
  const drifted = { ...wireEntity, riskScore: '12', name: null, surprise: { ['__proto__']: 1 } }
  const bodies: [string, string][] = [
    ['entities', list],
    ['entities, printed over many lines', `\n ${JSON.stringify(wireEntities(2), null, 2)} \n`],
    ['an empty list', '[]'],
    ['drifted entities', JSON.stringify([wireEntity, drifted, drifted])],
    ['what are no entities', '[7, null, "x", [], {"id": 1e400}, "{\\"id\\":\\"e\\"}"]'],
    [
      'any character',
      `[{"id":"\\ud800 \u{1d11e} \\u00e9 ü \\"\\\\ \u2028","__proto__":{"a":1},"constructor":0}]`,
    ],
    ['long text', `[{"id":"${'Ünï\\u00e9\\n\\ud800\u{1d11e}\\\\'.repeat(500)}","${'x'.repeat(5000)}":1}]`],
    ['long numbers', `[{"id":${'7'.repeat(300)},"riskScore":0.${'3'.repeat(500)}e-2}]`],
    ['a byte order mark', `\ufeff${list}`],
    ['a list under data', JSON.stringify({ success: true, data: wireEntities(3) })],
    ['a list under results', JSON.stringify({ results: wireEntities(3) })],
    [
      'a list among others',
      JSON.stringify({ total: 3, data: wireEntities(3), results: [], page: { of: [1] } }),
    ],
    ['an empty list under data', '{"data":[]}'],
    ['an empty list before a full one', JSON.stringify({ results: wireEntities(3), data: [] })],
    ['two full lists', JSON.stringify({ results: wireEntities(3), data: wireEntities(2) })],
    ['a list under another spelling', JSON.stringify({ Success: true, DATA: wireEntities(3) })],
    ['a key that stands twice', `{"data":${list},"data":[]}`],
    ['an entity that stands twice', JSON.stringify([wireEntity, wireEntity])],
    ['a next page', JSON.stringify({ data: wireEntities(3), next: 'https://a.example/v1/entities?page=2' })],
    ['a total above what came', JSON.stringify({ data: wireEntities(3), meta: { totalCount: 40 } })],
    ['an empty list with a total', '{"data":[],"total":3}'],
    ['an error in words', '{"success":"false","error":"no such team"}'],
    ['an error beside an empty list', '{"data":[],"error":"no such team"}'],
    ['identifiers beyond what a number holds', '[{"id":9007199254740993,"registration":-9007199254740995}]'],
    [
      'a score beyond what a number holds',
      `[${JSON.stringify({ ...wireEntity, riskScore: 0 }).replace('"riskScore":0', '"riskScore":1e400')}]`,
    ],
    [
      'other spellings of fields',
      '[{"ID":"e1","Name":"A","risk_level":"HIGH_RISK","Sanctions":[{"name":"A"}]}]',
    ],
    ['fields one level deeper', '[{"attributes":{"id":"e1","name":"A"}}]'],
    ['an error', '{"success":false,"error":"no such team","statusCode":404}'],
    ['an error that holds a list', `{"success":false,"data":${list},"error":{"deep":[]}}`],
    ['no list', '{"data":{"id":"e1"}}'],
    ['a page', '<!doctype html><title>Gateway</title>'],
    ['nothing', ''],
    ['white space', ' \n'],
    ['text that is no JSON', '[{"id":"e1"'],
    ['null', 'null'],
  ]

  describe.each(['lenient', 'strict', 'off'] as const)('%s', validation => {
    it.each(bodies)('%s', async (_, text) => {
      for (const size of [1, 7, text.length + 3]) {
        const told: { list: unknown[]; stream: unknown[] } = { list: [], stream: [] }
        const run = (name: 'list' | 'stream') => {
          const tell = (report: QuirkReport | string) =>
            void told[name].push(typeof report === 'string' ? withoutMethod(report) : report)
          const logger = { error: tell, warn: tell, info: tell, debug: tell }
          return streaming(() => inPieces(text, size).body, {
            validation,
            onQuirk: tell,
            logger,
            logLevel: 'warn',
          })
        }
        const whole = await run('list')
          .client.entities.list()
          .catch((error: unknown) => error)
        const { entities, failure } = await collect(run('stream').client)
        // It says less of a body that cannot be read: of the first entity that cannot, for the rest has not been looked at.
        if (failure instanceof ResponseValidationError) {
          expect(whole).toMatchObject({ name: failure.name, status: failure.status })
          continue
        }
        for (const error of [failure, whole])
          if (error instanceof Error) error.message = withoutMethod(error.message)
        expect(failure ?? entities).toEqual(whole)
        expect(told.stream).toHaveLength(told.list.length)
        expect(told.stream).toEqual(expect.arrayContaining(told.list))
      }
    })
  })

  it('where the runtime has no streams', async () => {
    const { client } = respondingWith(() =>
      Object.defineProperty(new Response(list), 'body', { value: undefined }),
    )
    expect((await collect(client)).entities).toHaveLength(3)
  })
})

describe('a stream gives each entity as soon as it is there', () => {
  it('and ends the answer when no more is wanted', async () => {
    const { body, say, unwanted } = byHand()
    const { client } = streaming(() => body)
    say(`[${first},`)
    const entities = client.entities.stream()[Symbol.asyncIterator]()
    expect((await entities.next()).value).toMatchObject({ id: 'e0', riskLevel: 'low' })
    say(`${second},`)
    expect((await entities.next()).value).toMatchObject({ id: 'e1' })
    await entities.return?.()
    expect(await unwanted).toBe(true)
  })

  it('sends nothing until it is asked, and then once for each loop', async () => {
    const { client, sent } = streaming(() => list)
    const entities = client.entities.stream({ headers: { 'x-trace': '1' } })
    await Promise.resolve()
    expect(sent).toEqual([])
    for await (const _ of entities) expect(sent).toHaveLength(1)
    for await (const _ of entities) break
    expect(sent.map(({ path, headers }) => [path, headers.get('x-trace')])).toEqual([
      ['/v1/entities', '1'],
      ['/v1/entities', '1'],
    ])
  })

  it('reads no further than it is asked', async () => {
    const { body, seen } = inPieces(list, 100)
    const { client } = streaming(() => body)
    const pulls: number[] = []
    for await (const _ of client.entities.stream()) pulls.push(seen.pulls)
    const size = JSON.stringify(wireEntities(1)).length
    expect(pulls.map(count => Math.round((count * 100) / size))).toEqual([1, 2, 3])
  })

  it('keeps nothing of the entities that it has given', async () => {
    const { body, say } = byHand()
    const noted = JSON.stringify({ ...wireEntity, note: { long: 'x'.repeat(100) } })
    const entities = streaming(() => body)
      .client.entities.stream()
      [Symbol.asyncIterator]()
    const given = async () => {
      const { value } = await entities.next()
      // What the vocabulary has no name for is handed on as the parser made it.
      if (typeof value?.unknownFields.note !== 'object' || value.unknownFields.note === null)
        throw new Error('no note came')
      return new WeakRef(value.unknownFields.note)
    }
    say('[')
    const notes: WeakRef<object>[] = []
    for (let count = 0; count < 10; count += 1) {
      say(`${noted},`)
      notes.push(await given())
    }
    // The latest may still lie somewhere on the stack, and one collection need not be all that there is.
    const kept = () => notes.slice(0, 8).filter(note => note.deref() !== undefined).length
    for (let tries = 0; tries < 20 && kept() > 0; tries += 1) await collectGarbage()
    expect(kept()).toBe(0)
    await entities.return?.()
  })

  it('ends the answer when the loop is left', async () => {
    const { body, seen } = inPieces(list, 10)
    for await (const _ of streaming(() => body).client.entities.stream()) break
    expect(seen.cancelled).toBe(true)
  })

  it('repeats the request as a list does, while no answer has begun', async () => {
    const { client, sent } = respondingWith(
      attempt => new Response(list, { status: attempt < 3 ? 503 : 200 }),
      {
        maxRetries: 2,
        retry: { maxDelay: 1 },
      },
    )
    expect((await collect(client)).entities).toHaveLength(3)
    expect(sent).toHaveLength(3)
  })

  it('fails as a list does where the service refuses', async () => {
    const { client } = respondingWith(() => new Response('{"error":"who are you?"}', { status: 401 }))
    expect((await collect(client)).failure).toMatchObject({
      name: 'AuthenticationError',
      reason: 'who are you?',
    })
    expect((await collect(client, { timeout: 0 })).failure).toMatchObject({
      name: 'InputValidationError',
      issues: [{ path: ['timeout'] }],
    })
  })

  it('takes what is nested deeper than a stack', async () => {
    const deep = `[${'['.repeat(200_000)}${']'.repeat(200_000)},{"id":"e1"}]`
    expect((await collect(streaming(() => deep).client)).entities).toMatchObject([{ id: '' }, { id: 'e1' }])
    const { failure } = await collect(streaming(() => deep, { validation: 'strict' }).client)
    expect(failure).toBeInstanceOf(ResponseValidationError)
    const around = `{"deep":${deep},"data":[],"success":false}`
    expect((await collect(streaming(() => around).client)).failure).toMatchObject({
      name: 'ApiError',
      status: 200,
    })
  })
})

describe('a list that is not whole never ends as if it were', () => {
  it('a connection that breaks is a ConnectionError with the status', async () => {
    const { body, say, breakOff } = byHand()
    say(`[${first},{"id":`)
    const entities = streaming(() => body)
      .client.entities.stream()
      [Symbol.asyncIterator]()
    expect((await entities.next()).value).toMatchObject({ id: 'e0' })
    breakOff()
    const failure: unknown = await entities.next().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ConnectionError)
    expect(failure).toMatchObject({
      status: 200,
      outcome: 'not_done',
      message: expect.stringContaining('(200) broke off'),
    })
  })

  it('a connection that breaks before the first entity is one too', async () => {
    const { body, breakOff } = byHand()
    breakOff()
    expect((await collect(streaming(() => body).client)).failure).toMatchObject({
      name: 'ConnectionError',
      status: 200,
    })
  })

  it.each([
    ['ends in an entity', `[${first},${second.slice(0, 20)}`, 1, [1]],
    ['ends after an entity', `[${first},${second}`, 2, [2]],
    ['ends after a comma', `[${first},`, 1, [1]],
    ['is a wrapper that does not end', `{"data":[${first}]`, 0, []],
    ['is no JSON in the middle', `[${first},oh dear,${second}]`, 1, [1]],
    ['is no JSON at the end', `[${first},${second},,`, 2, [2]],
    ['goes on after its end', `[${first}] and more`, 1, [1]],
    ['has a control character', `[${first},{"id":"\n"}]`, 1, [1]],
  ])('a body that %s is a ResponseValidationError that says where', async (_, text, count, path) => {
    for (const size of [1, 50, 10_000]) {
      const { entities, failure } = await collect(streaming(() => inPieces(text, size).body).client)
      expect(entities).toHaveLength(count)
      expect(failure).toBeInstanceOf(ResponseValidationError)
      expect(failure).toMatchObject({
        status: 200,
        issues: [{ path, message: expect.stringMatching(/^must be/) }],
      })
    }
  })

  it('a body that says at its end that it is an error is that error, or a list that is not whole', async () => {
    const text = (items: string) =>
      `{"data":[${items}],"error":"half of it is lost","statusCode":500,"success":false}`
    const empty = await collect(streaming(() => inPieces(text(''), 100).body).client)
    expect(empty.failure).toMatchObject({ name: 'ServerError', status: 500, reason: 'half of it is lost' })
    const told: string[] = []
    const onQuirk = ({ code }: { code: string }) => void told.push(code)
    const part = await collect(streaming(() => inPieces(text(first), 100).body, { onQuirk }).client)
    expect(part.entities).toHaveLength(1)
    expect(told).toContain('incomplete')
  })
})

describe('drift and quirks', () => {
  const drifting = [
    wireEntity,
    { ...wireEntity, id: 'e2', riskScore: null },
    { ...wireEntity, id: 'e3', riskScore: 'x' },
  ]

  it('strict throws at the first drifting entity, with that entity', async () => {
    const { client } = streaming(() => JSON.stringify(drifting), { validation: 'strict' })
    const { entities, failure } = await collect(client)
    expect(entities).toMatchObject([{ id: 'e1' }])
    expect(failure).toMatchObject({ raw: drifting[1], issues: [{ path: [1, 'riskScore'] }] })
  })

  it('strict takes no list in a wrapper', async () => {
    const { client } = streaming(() => `{"data":[${first}]}`, { validation: 'strict' })
    expect(await collect(client)).toMatchObject({
      entities: [],
      failure: { name: 'ResponseValidationError' },
    })
  })

  it('onQuirk is told once for each field, when the stream is over', async () => {
    const quirks: QuirkReport[] = []
    const { client } = streaming(() => JSON.stringify(drifting), {
      onQuirk: quirk => void quirks.push(quirk),
    })
    for await (const _ of client.entities.stream()) expect(quirks).toEqual([])
    expect(quirks.filter(({ path }) => path[1] === 'riskScore')).toMatchObject([
      { code: 'drift', path: [1, 'riskScore'], count: 2 },
      { code: 'unreadable', path: [2, 'riskScore'], count: 1 },
    ])
    expect(quirks.find(({ code }) => code === 'display_date')).toMatchObject({ count: 3 })
  })

  it('onQuirk is told of what was read when the loop is left, or the answer breaks', async () => {
    const counts: number[] = []
    const onQuirk = ({ code, count }: QuirkReport) => void (code === 'display_date' && counts.push(count))
    for await (const { id } of streaming(() => list, { onQuirk }).client.entities.stream())
      if (id === 'e1') break
    await collect(streaming(() => `[${first},`, { onQuirk }).client)
    expect(counts).toEqual([2, 1])
  })

  it('an onQuirk that fails does not take the entities away', async () => {
    const onQuirk = () => {
      throw new Error('no room for metrics')
    }
    expect(await collect(streaming(() => list, { onQuirk }).client)).toMatchObject({
      entities: [{}, {}, {}],
      failure: undefined,
    })
  })
})

describe('aborting', () => {
  const aborted = { name: 'AbortedError', operation: 'listEntities' }

  it('before the request: nothing is sent', async () => {
    const { client, sent } = streaming(() => list)
    expect(await collect(client, { signal: AbortSignal.abort() })).toMatchObject({
      entities: [],
      failure: aborted,
    })
    expect(sent).toEqual([])
  })

  it('while no answer comes', async () => {
    const stop = new AbortController()
    const { client } = respondingWith(() => {
      stop.abort()
      return new Promise(() => {})
    })
    expect((await collect(client, { signal: stop.signal })).failure).toMatchObject(aborted)
  })

  it('while the next piece does not come', async () => {
    const { body, say, unwanted } = byHand()
    const stop = new AbortController()
    const entities = streaming(() => body)
      .client.entities.stream({ signal: stop.signal })
      [Symbol.asyncIterator]()
    say(`[${first},`)
    await entities.next()
    const next = entities.next().catch((error: unknown) => error)
    stop.abort()
    expect(await next).toMatchObject(aborted)
    expect(await unwanted).toBe(true)
  })

  it('while the loop is at work, and nothing more comes', async () => {
    const { body, say, unwanted } = byHand()
    const stop = new AbortController()
    say(`[${first},`)
    const loop = async () => {
      for await (const _ of streaming(() => body).client.entities.stream({ signal: stop.signal }))
        stop.abort()
    }
    await expect(loop()).rejects.toMatchObject(aborted)
    expect(await unwanted).toBe(true)
  })

  it('while the loop is at work: the entities that have come with this one are not given', async () => {
    const stop = new AbortController()
    const { client } = streaming(() => list)
    const ids: string[] = []
    const loop = async () => {
      for await (const { id } of client.entities.stream({ signal: stop.signal })) {
        ids.push(id)
        stop.abort()
      }
    }
    await expect(loop()).rejects.toMatchObject(aborted)
    expect(ids).toEqual(['e0'])
  })
})

describe('time limits', () => {
  it('no answer in time is a TimeoutError without a status', async () => {
    const { client } = respondingWith(() => new Promise(() => {}), { timeout: 20 })
    expect((await collect(client)).failure).toMatchObject({ name: 'TimeoutError', status: null })
  })

  it('the limit is for each piece, and the time that the loop takes does not count', async () => {
    vi.useFakeTimers()
    const { body, say, unwanted } = byHand()
    const entities = streaming(() => body)
      .client.entities.stream()
      [Symbol.asyncIterator]()
    const begun = entities.next()
    await vi.advanceTimersByTimeAsync(1)
    say('[')
    await vi.advanceTimersByTimeAsync(29_000)
    say(`${first},`)
    expect((await begun).value).toMatchObject({ id: 'e0' })
    await vi.advanceTimersByTimeAsync(120_000)
    say(`${second},`)
    expect((await entities.next()).value).toMatchObject({ id: 'e1' })
    const stalled = entities.next().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(30_001)
    const failure = await stalled
    expect(failure).toBeInstanceOf(TimeoutError)
    expect(failure).toMatchObject({
      status: 200,
      message: 'entities.stream: the response (200) did not go on within 30000 ms (timeout)',
    })
    expect(await unwanted).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('no limit is no limit', async () => {
    vi.useFakeTimers()
    const { body, say, end } = byHand()
    const run = collect(streaming(() => body).client, { timeout: false })
    await vi.advanceTimersByTimeAsync(3_600_000)
    say(list)
    end()
    expect((await run).entities).toHaveLength(3)
  })
})

it('the key is in no error of a stream, and in no report', async () => {
  const shown: unknown[] = []
  const holding = [wireEntity, { ...wireEntity, name: 7, [apiKey]: `Bearer ${apiKey}`, note: apiKey }]
  for (const text of [JSON.stringify(holding), `${JSON.stringify(holding).slice(0, -1)},"${apiKey}`]) {
    for (const validation of ['strict', 'lenient'] as const) {
      const { client } = streaming(() => inPieces(text, 40).body, {
        validation,
        onQuirk: quirk => shown.push(quirk),
      })
      const { failure } = await collect(client)
      if (failure instanceof Error) shown.push(failure.message, { ...failure })
    }
  }
  expect(JSON.stringify(shown)).toContain('[redacted]')
  expect(JSON.stringify(shown)).not.toContain(apiKey)
})

/** Removes the method from the beginning of a message, which differs between the two. */
function withoutMethod(message: string): string {
  return message.replace(/entities\.(?:list|stream): /, '')
}
