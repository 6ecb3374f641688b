import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundle } from '../bundle.ts'
import { created, lost, refused, startService } from './service.ts'

/** Sends each of these keys, by turns, and resolves to the statuses. */
const program = `
import { createProxy } from 'entity-screening-sdk/proxy'

export async function post(baseUrl, keys) {
  const callerOf = () => 'ada'
  const proxy = createProxy({ baseUrl, apiKey: 'a-key-of-the-team', callerOf, onError: () => {} })
  const statuses = []
  for (const key of keys) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const init = { method: 'POST', headers, body: '{"type":"person","name":"Ilse Brandt"}' }
    const response = await proxy(new Request('https://app.example/screening/v1/entities', init))
    await response.text()
    statuses.push(response.status)
  }
  return statuses
}
`
const main = `${program}
const [baseUrl, ...keys] = process.argv.slice(2)
console.log(JSON.stringify(await post(baseUrl, keys)))
`
const worker = `${program}
export default {
  async fetch(request) {
    const [baseUrl, ...keys] = await request.json()
    return Response.json(await post(baseUrl, keys))
  },
}
`

type Post = (baseUrl: string, keys: readonly string[]) => Promise<unknown>

let folder: string
let miniflare: Miniflare
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entity-screening-proxy-'))
  await bundle(main, join(folder, 'main.mjs'))
  await bundle(worker, join(folder, 'worker.mjs'))
  const script = await readFile(join(folder, 'worker.mjs'), 'utf8')
  miniflare = new Miniflare({ modules: true, script, compatibilityDate: '2025-01-01' })
})
afterAll(async () => {
  await miniflare?.dispose()
  await rm(folder, { recursive: true, force: true })
})

const run = promisify(execFile)
const bin = (name: string) => fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url))

function inProcess(program: string, ...parameters: readonly string[]): Post {
  return async (baseUrl, keys) => {
    const { stdout } = await run(program, [...parameters, join(folder, 'main.mjs'), baseUrl, ...keys])
    return JSON.parse(stdout)
  }
}

const inWorkerd: Post = async (baseUrl, keys) => {
  const init = { method: 'POST', body: JSON.stringify([baseUrl, ...keys]) }
  return (await miniflare.dispatchFetch('http://worker.example', init)).json()
}

describe.each([
  ['Node', inProcess(process.execPath)],
  ['Deno', inProcess(bin('deno'), 'run', '--quiet', '--allow-net', '--allow-env', '--no-config')],
  ['Bun', inProcess(bin('bun'), '--no-install')],
  ['workerd', inWorkerd],
])('in %s, a write with a key', (_, post) => {
  it('is sent once', async () => {
    const service = await startService()
    expect(await post(service.baseUrl, ['a', 'a', 'b'])).toEqual([201, 201, 201])
    expect(service.bodies()).toEqual(Array(2).fill('{"type":"person","name":"Ilse Brandt"}'))
    expect(service.received[0]?.headers).toMatchObject({ 'content-type': 'application/json' })
  })

  it('is sent once where its response is lost on a connection that was used before', async () => {
    const service = await startService(created, lost, created)
    expect(await post(service.baseUrl, ['a', 'b', 'b'])).toEqual([201, 504, 504])
    expect(service.received).toHaveLength(2)
  })

  it('is sent again once the service has refused it', async () => {
    const service = await startService(refused(429, { 'retry-after': '1' }), created)
    expect(await post(service.baseUrl, ['a', 'a'])).toEqual([429, 201])
    expect(service.received).toHaveLength(2)
  })
})
