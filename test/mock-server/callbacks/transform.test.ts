import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  createMockServer,
  type MockServer,
  type MockServerOptions,
  type RequestRecord,
} from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { bundle } from '../../bundle.ts'
import { type AnyTransform, failingTransforms, workingTransforms } from './transforms.ts'

type Transform = NonNullable<MockServerOptions['transform']>
type Fetch = (url: string, init?: RequestInit) => Promise<Response>

const keys = { 'the-key': 'team-1' }
const authorization = 'Bearer the-key'
const input = { type: 'organization', name: 'Acme GmbH', countryCode: 'DE' }

beforeEach(() => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  return () => log.mockRestore()
})

/** Only what a creation is answered with is changed: lists show what became of it. */
function serverWith(change: AnyTransform, options: MockServerOptions = {}): MockServer {
  const transform: AnyTransform = response =>
    response.operation === 'createEntity' ? change(response) : response
  return Reflect.apply(createMockServer, undefined, [{ keys, transform, ...options }])
}

const childProgram = `
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { failingTransforms, workingTransforms } from './test/mock-server/callbacks/transforms.ts'

const failing = Object.entries(failingTransforms).map(([name, [transform]]) => [name, transform] as const)
const urls: [string, string][] = []
for (const [name, transform] of [...failing, ...Object.entries(workingTransforms)]) {
  const server = createMockServer({
    keys: { 'the-key': 'team-1' },
    transform: response => (response.operation === 'createEntity' ? transform(response) : response),
  })
  urls.push([name, (await startServer(server)).url])
}
console.log(JSON.stringify(Object.fromEntries(urls)))
`

let child: ChildProcess
let urls: Record<string, string> = {}
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entity-screening-transforms-'))
  const program = join(folder, 'servers.mjs')
  await bundle(childProgram, program)
  child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'ignore'] })
  if (child.stdout === null) throw new Error('the child has an output')
  const [line] = await once(createInterface(child.stdout), 'line')
  urls = JSON.parse(line)
})

afterAll(async () => {
  child.kill()
  await rm(folder, { recursive: true })
})

/** What a creation, the list after it and the log show. */
async function converse(baseUrl: string, fetch: Fetch, readLog: () => Promise<readonly RequestRecord[]>) {
  const headers = { authorization, 'content-type': 'application/json' }
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${baseUrl}${path}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const created = await send('POST', '/v1/entities', input)
  const creation = {
    status: created.status,
    type: created.headers.get('content-type'),
    trace: created.headers.get('x-trace'),
    bytes: Buffer.from(await created.arrayBuffer()).toString('base64'),
  }
  const list: unknown = await (await send('GET', '/v1/entities')).json()
  const record = (await readLog()).find(({ operation }) => operation === 'createEntity')
  return { creation, list, logged: { status: record?.status, body: record?.responseBody } }
}

function converseInProcess(server: MockServer) {
  return converse('http://in-process', server.fetch, async () => server.requests.list())
}

/** The same conversation over each transport, each with a server of its own. */
async function converseOverAll(name: string, transform: AnyTransform) {
  const inProcess = serverWith(transform)
  const mocked = serverWith(transform)
  const baseUrl = 'https://transformed.example'
  const url = urls[name] ?? ''
  const interceptor = setupServer(...createHandlers(mocked, { baseUrl }))
  interceptor.listen({ onUnhandledFrame: 'bypass' })
  onTestFinished(() => interceptor.close())
  return [
    await converseInProcess(inProcess),
    await converse(baseUrl, fetch, async () => mocked.requests.list()),
    await converse(url, fetch, async () => (await (await fetch(`${url}/__admin/requests`)).json()).data),
  ]
}

describe('a transform that', () => {
  it.each(Object.entries(failingTransforms))(
    '%s makes the response a logged 500, and the entity stays, over every transport',
    async (name, [transform, sentence]) => {
      for (const { creation, list, logged } of await converseOverAll(name, transform)) {
        expect(creation).toMatchObject({ status: 500, type: 'application/json; charset=utf-8', trace: null })
        const body = Buffer.from(creation.bytes, 'base64').toString()
        const { error, ...others } = JSON.parse(body)
        expect(others).toEqual({ statusCode: 500, success: false })
        expect(error).toMatch(/^transform: /)
        expect(error).toContain(sentence)
        expect(list).toHaveLength(1)
        expect(logged).toEqual({ status: 500, body })
      }
      expect(child.exitCode).toBe(null)
    },
  )

  it.each(Object.entries(workingTransforms))(
    '%s gives the same bytes over every transport',
    async (name, transform) => {
      const [inProcess, ...others] = await converseOverAll(name, transform)
      expect(inProcess?.list).toHaveLength(1)
      expect(inProcess?.logged.status).toBe(inProcess?.creation.status)
      for (const conversation of others) expect(conversation).toEqual(inProcess)
    },
  )
})

it('each failure is logged, with its stack', async () => {
  const failure = new Error('out of order')
  const server = serverWith(() => {
    throw failure
  })
  await converseInProcess(server)
  await converseInProcess(server)
  const logged = ['entity-screening: transform failed:', failure]
  expect(vi.mocked(console.error).mock.calls).toEqual([logged, logged])
})

it('the error of a failing transform has the spelling of the behaviour, and no transform', async () => {
  const server = createMockServer({
    keys,
    behaviour: { errorMember: 'message' },
    transform() {
      throw new Error('out of order')
    },
  })
  const response = await server.fetch('http://in-process/v1/nowhere')
  expect(await response.json()).toEqual({
    statusCode: 500,
    success: false,
    message: 'transform: out of order',
  })
})

it('what a transform changes in its argument reaches no other response, no other server and no state', async () => {
  const changing: Transform = response => {
    Object.assign(response.headers, { 'x-left-behind': 'yes' })
    const text = JSON.stringify(response.body)
    if (Array.isArray(response.body)) for (const entity of response.body) entity.name = 'Changed'
    return { ...response, headers: {}, body: JSON.parse(text) }
  }
  const entities = Array.from({ length: 40 }, (_, row) => ({ ...input, name: `Acme ${row} GmbH` }))
  const [changed, plain] = [createMockServer({ keys, transform: changing }), createMockServer({ keys })]
  const list = async (server: MockServer) => {
    const response = await server.fetch('http://in-process/v1/entities', { headers: { authorization } })
    return { text: await response.text(), left: response.headers.get('x-left-behind') }
  }
  for (const server of [changed, plain])
    await server.fetch('http://in-process/v1/entities/bulk', {
      method: 'POST',
      headers: { authorization },
      body: JSON.stringify({ entities }),
    })
  const responses = await Promise.all([list(changed), list(plain), list(changed), list(plain)])
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
  expect(responses.map(({ left }) => left)).toEqual([null, null, null, null])
  expect(changed.snapshot()).toEqual(plain.snapshot())
})

it('the response that a transform returned does not change later', async () => {
  const body = { answer: 42 }
  const headers: Record<string, string> = { 'x-trace': 'first' }
  const server = serverWith(response => ({ ...response, headers, body }))
  await converseInProcess(server)
  body.answer = 43
  headers['x-trace'] = 'second'
  expect(server.requests.list()[0]).toMatchObject({
    responseBody: '{"answer":42}',
    responseHeaders: { 'x-trace': 'first' },
  })
})

it('changes responses to what is no operation, and injected errors, too', async () => {
  const operations: unknown[] = []
  const server = createMockServer({
    keys,
    transform(response) {
      operations.push(response.operation)
      return { ...response, headers: { ...response.headers, 'x-trace': '1' } }
    },
  })
  server.faults.add({ operation: 'listEntities', status: 503, times: 1 })
  const paths = ['/v1/nowhere', '/v1/entities', '/v1/entities'] as const
  const traces: unknown[] = []
  for (const path of paths) {
    const response = await server.fetch(`http://in-process${path}`, { headers: { authorization } })
    traces.push([response.status, response.headers.get('x-trace')])
  }
  const preflight = await server.fetch('http://in-process/v1/entities', { method: 'OPTIONS' })
  traces.push([preflight.status, preflight.headers.get('x-trace')])
  expect(traces).toEqual([
    [404, '1'],
    [503, '1'],
    [200, '1'],
    [204, '1'],
  ])
  expect(operations).toEqual([null, 'listEntities', 'listEntities', null])
})
