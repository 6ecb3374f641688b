import { EntityScreening } from 'entity-screening-sdk'
import { createProxy, type ProxyOptions } from 'entity-screening-sdk/proxy'
import { describe, expect, it } from 'vitest'
import { strikeKey } from '../../src/proxy/strike-key.ts'
import { failureOf } from '../failure-of.ts'
import { apiKey, type Behaviour, startProxy, startService } from './service.ts'

const json = { 'content-type': 'application/json' }
const entity = (id: number) => JSON.stringify({ id: `e${id}`, name: `Nordwind ${id}`, type: 'organization' })

/** A list that never ends: an entity at once, and another one whenever `next` is called. */
function createEndlessList() {
  const list = { next: (_text: string) => {}, isClosed: false }
  const behaviour: Behaviour = (response, _count, socket) => {
    response.writeHead(200, json)
    response.write(`[${entity(1)},`)
    list.next = text => void response.write(text)
    socket.once('close', () => {
      list.isClosed = true
    })
  }
  return { list, behaviour }
}

async function openClient(behaviour: Behaviour, options: Partial<ProxyOptions> = {}) {
  const service = await startService(behaviour)
  const running = await startProxy(service.baseUrl, options)
  const headers = { 'x-user': 'ada' }
  const baseUrl = `${running.url}/screening`
  const client = new EntityScreening({ apiKey: null, baseUrl, headers, maxRetries: 0, logLevel: 'off' })
  return { client, ...running }
}

describe('a list behind the proxy', () => {
  it('arrives in the client as the service sends it', async () => {
    const { list, behaviour } = createEndlessList()
    const { client } = await openClient(behaviour)
    const ids: string[] = []
    for await (const { id } of client.entities.stream()) {
      ids.push(id)
      if (ids.length === 3) break
      list.next(`${entity(ids.length + 1)},`)
    }
    expect(ids).toEqual(['e1', 'e2', 'e3'])
    await expect.poll(() => list.isClosed).toBe(true)
  })

  it('breaks off if a part exceeds the limit, which the client takes for no end', {
    tags: 'long',
  }, async () => {
    const { list, behaviour } = createEndlessList()
    const { client, errors } = await openClient(behaviour, { timeout: 400 })
    const failure = await failureOf(client.entities.list())
    expect(failure).toMatchObject({ name: 'ConnectionError', status: 200 })
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringContaining('the response did not settle') }),
    ])
    await expect.poll(() => list.isClosed).toBe(true)
  })

  it('may take longer than the limit if each part keeps it', { tags: 'long' }, async () => {
    const slow: Behaviour = async response => {
      response.writeHead(200, json)
      response.write('[')
      for (let id = 0; id < 8; id += 1) {
        await new Promise(resolve => setTimeout(resolve, 200))
        response.write(`${id === 0 ? '' : ','}${entity(id)}`)
      }
      response.end(']')
    }
    const { client } = await openClient(slow, { timeout: 1000 })
    expect(await client.entities.list()).toHaveLength(8)
  })

  it('breaks off if the service does', async () => {
    const broken: Behaviour = (response, _count, socket) => {
      response.writeHead(200, json)
      response.write(`[${entity(1)},`, () => setTimeout(() => socket.destroy(), 50))
    }
    const errors: unknown[] = []
    const { baseUrl } = await startService(broken)
    const onError = (error: unknown) => void errors.push(error)
    const proxy = createProxy({ baseUrl, apiKey, callerOf: () => 'ada', onError })
    const response = await proxy(new Request('https://app.example/screening/v1/entities'))
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
    expect(errors).toHaveLength(1)
  })

  it('is given up when its page leaves', async () => {
    const { list, behaviour } = createEndlessList()
    const { client, errors } = await openClient(behaviour)
    const page = new AbortController()
    const entities = client.entities.stream({ signal: page.signal })[Symbol.asyncIterator]()
    await entities.next()
    page.abort()
    await failureOf(entities.next())
    await expect.poll(() => list.isClosed).toBe(true)
    expect(errors).toEqual([])
  })

  it('is ended for a page that stops reading', async () => {
    const service = createEndlessList()
    const { baseUrl } = await startService(service.behaviour)
    const proxy = createProxy({ baseUrl, apiKey, callerOf: () => 'ada' })
    const response = await proxy(new Request('https://app.example/screening/v1/entities'))
    await response.body?.cancel()
    await expect.poll(() => service.list.isClosed).toBe(true)
  })
})

it('a fetch without web streams, such as that of node-fetch, is read as a whole', async () => {
  const response = {
    status: 200,
    headers: new Headers({ ...json, 'x-total-count': '9' }),
    body: { pipe: () => expect.unreachable() },
    text: async () => `["M\u00fcller","${apiKey}"]`,
  }
  const options = { baseUrl: 'https://service.example', apiKey, callerOf: () => 'ada' }
  const proxy = createProxy({ ...options, fetch: async () => response })
  const list = await proxy(new Request('https://app.example/screening/v1/entities'))
  expect(list.headers.get('x-total-count')).toBe('9')
  expect(await list.json()).toEqual(['M\u00fcller', '*'.repeat(apiKey.length)])
})

describe('the key in a body that arrives in chunks', () => {
  async function strike(chunks: readonly string[], key = apiKey) {
    async function* arrive() {
      for (const chunk of chunks) yield new Uint8Array(Buffer.from(chunk, 'latin1'))
    }
    const struck: string[] = []
    for await (const chunk of strikeKey(arrive(), key)) struck.push(Buffer.from(chunk).toString('latin1'))
    return struck
  }
  const stars = '*'.repeat(apiKey.length)

  it('is overwritten wherever a chunk ends', async () => {
    const text = `["${apiKey}","M\xfcller"]`
    for (let end = 0; end <= text.length; end += 1)
      for (const chunks of [
        [text.slice(0, end), text.slice(end)],
        [text.slice(0, end), text.slice(end, end + 1), text.slice(end + 1)],
      ])
        expect((await strike(chunks)).join('')).toBe(`["${stars}","M\xfcller"]`)
    expect((await strike([...text])).join('')).toBe(`["${stars}","M\xfcller"]`)
  })

  it('is overwritten each time', async () => {
    expect(await strike([`${apiKey}${apiKey} ${apiKey}`])).toEqual([`${stars}${stars} ${stars}`])
    expect((await strike(['abababab', 'ab', 'x'], 'abababab')).join('')).toBe('********abx')
  })

  it('holds back only what may be its beginning', async () => {
    expect(await strike(['[1,', `2,${apiKey.slice(0, 5)}`, '3]'])).toEqual([
      '[1,',
      '2,',
      `${apiKey.slice(0, 5)}3]`,
    ])
    expect(await strike(['[1]', apiKey.slice(0, -1)])).toEqual(['[1]', apiKey.slice(0, -1)])
  })

  it('stays if it is so short that it may be a word, as in the client', async () => {
    expect(await strike(['["test"]'], 'test')).toEqual(['["test"]'])
  })
})
