import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { afterEach, describe, expect, it } from 'vitest'
import type { Reply } from '../../../mock-server/message/reply.ts'

const authorization = 'Bearer key'
const count = 3000

/** A server whose team has so many entities that nobody should wait for all of them at once. */
function crowded(size = count): MockServer {
  const server = createMockServer({ keys: { key: 'team-1' } })
  // Requests of this length are done at once.
  for (let first = 0; first < size; first += 300) {
    const entities = Array.from({ length: Math.min(300, size - first) }, (_, at) => {
      return { type: 'organization', name: `Company ${first + at} Ltd`, countryCode: 'GB' }
    })
    send(server, 'POST', '/v1/entities/bulk', { entities })
  }
  return server
}

function send(server: MockServer, method: string, path: string, body?: unknown): Reply {
  const header = (name: string) => (name === 'authorization' ? authorization : null)
  const text = body === undefined ? '' : JSON.stringify(body)
  return server.dispatch({ method, path, header, body: text, local: true })
}

function parse({ body }: Pick<Reply, 'body'>) {
  return JSON.parse([...body].join(''))
}

/** A server that answers everything with this body. */
function answering(body: Iterable<string>): MockServer {
  return { ...createMockServer(), dispatch: () => ({ status: 200, headers: {}, body }) }
}

const running: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of running.splice(0)) await close()
})

async function serve(server: MockServer): Promise<string> {
  const { url, close } = await startServer(server)
  running.push(close)
  return url
}

function list(url: string, method = 'GET') {
  return fetch(`${url}/v1/entities`, { method, headers: { authorization } })
}

describe('a list of many entities', () => {
  it('is made while it is sent, a slice at a time, and is whole', () => {
    const { body } = send(crowded(), 'GET', '/v1/entities')
    expect(body).not.toBeTypeOf('string')
    const slices = [...body]
    expect(slices.length).toBeGreaterThan(count / 300)
    expect(Math.max(...slices.map(slice => slice.length))).toBeLessThan(150_000)
    expect(JSON.parse(slices.join(''))).toHaveLength(count)
  })

  it('is one text where it is short, so that its length is told', () => {
    expect(send(crowded(20), 'GET', '/v1/entities').body).toBeTypeOf('string')
  })

  it('has those that were there when it was asked for, each once, and as they were then', () => {
    const server = crowded()
    const before: { id: string; name: string }[] = parse(send(server, 'GET', '/v1/entities'))
    const long = send(server, 'GET', '/v1/entities')
    send(server, 'POST', '/v1/entities', { type: 'person', name: 'Later Comer' })
    server.clock.settle()
    const after = parse(long)
    expect(after.map(({ id }: { id: string }) => id)).toEqual(before.map(({ id }) => id))
    expect([after[0].riskLevel, after.at(-1).riskLevel]).toEqual(['-', '-'])
  })

  it('is whole although the server is reset meanwhile', () => {
    const server = crowded()
    const long = send(server, 'GET', '/v1/entities')
    server.reset()
    expect(parse(long)).toHaveLength(count)
    expect(parse(send(server, 'GET', '/v1/entities'))).toEqual([])
  })
})

describe('a search through many entities', () => {
  it('lets others have their turn although it finds nothing', () => {
    const { body } = send(crowded(), 'POST', '/v1/entities/search', { name: 'nobody' })
    const slices = [...body]
    expect(slices.length).toBeGreaterThan(count / 300)
    expect(slices.join('')).toBe('{"success":true,"data":[]}')
  })

  it('finds what there is, from the offset up to the limit', () => {
    const server = crowded()
    const find = (body: object) =>
      parse(send(server, 'POST', '/v1/entities/search', body)).data.map(({ name }: { name: string }) => name)
    expect(find({ name: 'company 299' })).toHaveLength(11)
    expect(find({ name: 'company 299', offset: 1, limit: 2 })).toEqual([
      'Company 2990 Ltd',
      'Company 2991 Ltd',
    ])
    expect(find({ riskLevel: 'high' })).toEqual([])
  })
})

describe('a long answer over HTTP', () => {
  it('comes in chunks, whole', async () => {
    const answer = await list(await serve(crowded()))
    expect(answer.headers.get('content-length')).toBeNull()
    expect(await answer.json()).toHaveLength(count)
  })

  it('has no body for HEAD, and is not made for it', async () => {
    let made = 0
    const url = await serve(answering(endless(() => (made += 1))))
    const answer = await list(url, 'HEAD')
    expect([answer.status, await answer.text(), made]).toEqual([200, '', 0])
  })

  it('waits for a reader who takes his time, and nobody else waits', async () => {
    let made = 0
    const url = await serve(answering(endless(() => (made += 1))))
    const [slow] = (await once(get(`${url}/v1/entities`), 'response')) as [IncomingMessage]
    // Everything that the sockets between take, and no more.
    let seen = -1
    while (seen !== made) {
      seen = made
      for (let turn = 0; turn < 20; turn += 1) await new Promise(resolve => setTimeout(resolve, 5))
    }
    expect(made).toBeGreaterThan(0)
    slow.destroy()
  })

  it('ends where its reader goes away', async () => {
    let end = () => {}
    const ended = new Promise<void>(resolve => {
      end = resolve
    })
    const url = await serve(
      answering(
        endless(
          () => {},
          () => end(),
        ),
      ),
    )
    const [response] = (await once(get(`${url}/v1/entities`), 'response')) as [IncomingMessage]
    response.destroy()
    await ended
  })

  it('breaks off where it fails on the way: never a shorter list that looks whole', async () => {
    const url = await serve(
      answering(
        (function* () {
          yield '['.padEnd(200_000)
          throw new RangeError('no more')
        })(),
      ),
    )
    await expect(list(url).then(answer => answer.text())).rejects.toThrow()
    expect((await fetch(await serve(crowded(1)))).status).toBe(200)
  })

  it('leaves others their turn, however many are sent at once', async () => {
    let made = 0
    const url = await serve(answering(endless(() => (made += 1))))
    const health = await serve(createMockServer())
    const gone = new AbortController()
    const readers = Array.from({ length: 20 }, async () => {
      const { body } = await fetch(url, { signal: gone.signal })
      for await (const _ of body ?? []) if (gone.signal.aborted) return
    })
    const ended = Promise.allSettled(readers)
    for (let call = 0; call < 5; call += 1) expect((await fetch(`${health}/v1/health`)).status).toBe(200)
    gone.abort()
    await ended
    expect(made).toBeGreaterThan(0)
  })

  it.each(['truncated', 'malformed_json', 'reset', 'lost_response'] as const)(
    'has its fault: %s',
    async kind => {
      const server = crowded()
      server.faults.add({ kind })
      await expect(list(await serve(server)).then(answer => answer.json())).rejects.toThrow()
      const inProcess = server.fetch(new Request('http://x/v1/entities', { headers: { authorization } }))
      await expect(inProcess.then(answer => answer.json())).rejects.toThrow()
    },
  )
})

describe('a long answer in process', () => {
  const ask = (server: MockServer, signal?: AbortSignal) =>
    server.fetch(new Request('http://x/v1/entities', { headers: { authorization }, signal: signal ?? null }))

  it('is whole', async () => {
    expect(await (await ask(crowded())).json()).toHaveLength(count)
  })

  it('lets timers and sockets have their turn while it is read', async () => {
    let turns = 0
    const timer = setInterval(() => (turns += 1), 0)
    await (await ask(crowded(9000))).text()
    clearInterval(timer)
    expect(turns).toBeGreaterThan(3)
  })

  it('ends where its reader aborts', async () => {
    const stop = new AbortController()
    const answer = await ask(crowded(), stop.signal)
    stop.abort()
    await expect(answer.text()).rejects.toThrow()
  })
})

function* endless(made: () => void, ended: () => void = () => {}): Generator<string> {
  try {
    for (;;) {
      made()
      yield ' '.repeat(1000)
    }
  } finally {
    ended()
  }
}
