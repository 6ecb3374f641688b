import { createMockServer } from 'entity-screening-sdk/mock-server'
import { type RunningServer, startServer } from 'entity-screening-sdk/mock-server/node'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bodyLimitOf } from '../../../mock-server/admin/access.ts'
import { withControlApi } from '../../../mock-server/admin/with-control-api.ts'
import { fetchFrom } from '../fetch-from.ts'
import { createWire, readAnswer, refusal, success } from '../wire.ts'

let running: RunningServer

beforeEach(async () => {
  running = await startServer(createMockServer({ keys: { key: 'team-1' }, bodyLimit: 1000 }))
})
afterEach(() => running.close())

async function send(method: string, path: string, body?: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const init = {
    method,
    headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: text }),
  }
  return readAnswer(await fetch(`${running.url}${path}`, init))
}

function expectTime(answer: { status: number; body: unknown }, now: string) {
  expect(answer).toMatchObject({ status: 200, body: { success: true, data: { now } } })
}

async function entities() {
  return success('listEntities', await send('GET', '/v1/entities'))
}

describe('POST /__admin/clock/advance', () => {
  it('takes the clock forward, and answers what it shows', async () => {
    expectTime(await send('POST', '/__admin/clock/advance', { ms: 1500 }), '2025-01-01T00:00:01.500Z')
    expectTime(await send('POST', '/__admin/clock/advance', { ms: 0 }), '2025-01-01T00:00:01.500Z')
    const health = success('getHealth', await send('GET', '/v1/health'))
    expect(health.timestamp).toBe('2025-01-01T00:00:01.500Z')
  })

  it.each([
    [{}, 'must have either ms or to'],
    [{ ms: 1, seconds: 1 }, 'seconds'],
    [{ ms: -1 }, 'ms must be at least 0'],
    [{ ms: '10s' }, 'ms must be a number'],
    [{ ms: 1, to: 'next' }, 'must have either ms or to'],
    [{ ms: null }, 'ms must be a number'],
    [{ ms: 1e15 }, 'ms must be at most'],
    ['{ "ms": 1e999 }', 'ms must be'],
    ['{ "ms": NaN }', 'The body is not valid JSON'],
    ['{ "__proto__": { "ms": 5 } }', '__proto__'],
    ['5', 'the body must be an object'],
    ['', 'The body is missing'],
  ])('refuses %j with 400 and leaves the clock', async (body, rule) => {
    expect(refusal(400, await send('POST', '/__admin/clock/advance', body))).toContain(rule)
    expectTime(await send('POST', '/__admin/clock/settle'), '2025-01-01T00:00:00.000Z')
  })

  it('refuses a body that is too long with 413', async () => {
    refusal(413, await send('POST', '/__admin/clock/advance', ' '.repeat(1001)))
  })

  it('never makes the clock unreadable, however often it is called', async () => {
    const wire = createWire()
    for (let times = 0; times < 100; times += 1) {
      const { status } = await wire.post('/__admin/clock/advance', { ms: 1e14 })
      expect([200, 400]).toContain(status)
    }
    const { timestamp } = success('getHealth', await wire.get('/v1/health'))
    expect(timestamp).toMatch(/^\d{4}-/)
  })
})

describe('POST /__admin/clock/settle', () => {
  it('finishes every screening', async () => {
    await send('POST', '/v1/entities', { type: 'organization', name: 'Halfmoon Minerals Oy' })
    expect(await entities()).toMatchObject([{ riskLevel: '-' }])
    expectTime(await send('POST', '/__admin/clock/settle'), '2025-01-01T00:00:05.000Z')
    expect(await entities()).toMatchObject([{ riskLevel: 'High Risk' }])
  })

  it('needs no body, and minds none', async () => {
    expectTime(await send('POST', '/__admin/clock/settle', '{'), '2025-01-01T00:00:00.000Z')
  })
})

describe('POST /__admin/reset', () => {
  it('empties the server and takes the clock back', async () => {
    await send('POST', '/v1/entities', { type: 'organization', name: 'Halfmoon Minerals Oy' })
    await send('POST', '/__admin/clock/advance', { ms: 86_400_000 })
    expectTime(await send('POST', '/__admin/reset'), '2025-01-01T00:00:00.000Z')
    expect(await entities()).toEqual([])
  })
})

describe('PUT /__admin/snapshot', () => {
  const name =
    'A name that is long enough, so that three of them are longer than any other body may be '.repeat(5)

  it('takes what GET handed out, however long that is', async () => {
    for (const number of [1, 2, 3]) {
      const created = await send('POST', '/v1/entities', { type: 'organization', name: `${name}${number}` })
      expect(created.status).toBe(201)
    }
    const { text } = await send('GET', '/__admin/snapshot')
    expect(text.length).toBeGreaterThan(1000)
    await send('POST', '/__admin/reset')
    expect((await send('PUT', '/__admin/snapshot', text)).status).toBe(200)
    expect((await entities()).map(entity => entity.name)).toEqual([1, 2, 3].map(number => `${name}${number}`))
    // In process, too.
    const server = createMockServer({ keys: { key: 'team-1' }, bodyLimit: 1000 })
    const put = { method: 'PUT', body: text, headers: { 'content-type': 'application/json' } }
    expect((await fetchFrom(server, 'http://localhost/__admin/snapshot', put)).status).toBe(200)
    const post = { ...put, method: 'POST' }
    expect((await fetchFrom(server, 'http://localhost/__admin/reset', post)).status).toBe(413)
  })

  it('takes no more than another body where it is not allowed, or elsewhere', async () => {
    const long = JSON.stringify({ data: 'x'.repeat(2000) })
    refusal(413, await send('POST', '/__admin/teams', long))
    const server = createMockServer({ bodyLimit: 1000, adminToken: 'secret' })
    const head = { method: 'PUT', path: '/__admin/snapshot', local: true }
    const withSecret = (name: string) => (name === 'authorization' ? 'Bearer secret' : null)
    expect(bodyLimitOf(server.internal, { ...head, header: () => null })).toBe(1000)
    expect(bodyLimitOf(server.internal, { ...head, header: withSecret })).toBeGreaterThan(1e8)
    expect(bodyLimitOf(server.internal, { ...head, method: 'POST', header: withSecret })).toBe(1000)
  })

  it('refuses with 400 one that has a key which another team has here, and changes nothing', async () => {
    await send('POST', '/v1/entities', { type: 'organization', name: 'Kept' })
    const other = createMockServer({ keys: { key: 'other-team' } })
    const sentence = refusal(400, await send('PUT', '/__admin/snapshot', other.snapshot()))
    expect(sentence).toContain(
      'a key that the state has for team "other-team" is given to team "team-1" at this start',
    )
    expect((await entities()).map(({ name: kept }) => kept)).toEqual(['Kept'])
  })
})

describe('the control API', () => {
  const paths = ['/__admin/reset', '/__admin/clock/advance', '/__admin/clock/settle']

  it.each(paths)('takes POST alone: %s', async path => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await send(method, path)
      refusal(405, answer)
      expect(answer.headers.get('allow')).toBe('POST')
    }
    expect((await send('HEAD', path)).status).toBe(405)
  })

  it.each(['/__admin/nothing', '/__admin/__proto__', '/__administrator', '/__admin/toString'])(
    'answers 404 elsewhere: %s',
    async path => {
      refusal(404, await send('POST', path))
      refusal(404, await send('GET', path))
    },
  )

  it('needs no key', async () => {
    const answer = await fetch(`${running.url}/__admin/reset`, { method: 'POST' })
    expect(answer.status).toBe(200)
  })

  it.each(paths)('answers to this machine alone: %s', async path => {
    const server = createMockServer()
    server.clock.advance('1d')
    const { ready } = withControlApi(server).dispatch({
      method: 'POST',
      path,
      header: () => null,
      body: '{"ms":5000}',
      local: false,
    })
    const { status, body = '' } = (await ready) ?? {}
    expect(status).toBe(403)
    expect(JSON.parse([...body].join(''))).toMatchObject({ statusCode: 403, success: false })
    expect(new Date(server.clock.now()).toISOString()).toBe('2025-01-02T00:00:00.000Z')
  })
})

describe('what a control request does not know', () => {
  it.each([
    ['POST', 'reset', { form: 'beginning' }, 'form'],
    ['POST', 'teams', { limit: 3 }, 'limit'],
    ['POST', 'faults', { status: 500, time: 1 }, 'time'],
    ['DELETE', 'faults?ids=fault-1', undefined, 'ids'],
    ['GET', 'faults?finished=true', undefined, 'finished'],
    ['GET', 'entities?team=team-1&kind=person', undefined, 'kind'],
    ['POST', 'send', { team: null, method: 'GET', path: '/v1/health', header: {} }, 'header'],
  ])('is refused, and nothing is done: %s /__admin/%s %j', async (method, path, body, field) => {
    await send('POST', '/__admin/faults', { status: 500 })
    const before = await (await fetch(`${running.url}/__admin/snapshot`)).text()
    expect(refusal(400, await send(method, `/__admin/${path}`, body))).toContain(field)
    expect(await (await fetch(`${running.url}/__admin/snapshot`)).text()).toBe(before)
    expect(await send('GET', '/__admin/faults')).toMatchObject({ body: { data: [{ status: 500 }] } })
  })
})
