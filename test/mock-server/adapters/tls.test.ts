import { createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { type StartOptions, startServer } from 'entity-screening-sdk/mock-server/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { selfSigned } from '../../transport/self-signed.ts'

const day = 86_400_000
const tls = selfSigned(new Date(Date.now() - day), new Date(Date.now() + day))

async function start(options: StartOptions['tls'] = tls) {
  const server = createMockServer({ keys: { 'the-key': 'team-1' } })
  const running = await startServer(server, { host: 'localhost', tls: options })
  onTestFinished(running.close)
  return { server, url: running.url }
}

/** The head of a response, from a caller who trusts the certificate. */
async function ask(url: string, method = 'GET', path = '/v1/entities', body = ''): Promise<IncomingMessage> {
  const headers = { authorization: 'Bearer the-key', 'content-type': 'application/json' }
  const sending = request(url + path, { method, headers, ca: tls.cert, agent: false })
  sending.end(body)
  const [response] = await once(sending, 'response')
  return response
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function inProcess(server: MockServer): Promise<Response> {
  return server.fetch('http://in-process/v1/entities', { headers: { authorization: 'Bearer the-key' } })
}

describe('a server with tls', () => {
  it.each([
    ['texts', tls],
    ['bytes', { cert: Buffer.from(tls.cert), key: Buffer.from(tls.key) }],
  ])('given as %s responds over HTTPS with the same bytes as in process', async (_, options) => {
    const { server, url } = await start(options)
    expect(url).toMatch(/^https:\/\/localhost:\d+$/)
    const input = JSON.stringify({ type: 'person', name: 'Ilse Brandt' })
    expect((await ask(url, 'POST', '/v1/entities', input)).statusCode).toBe(201)
    expect(await textOf(await ask(url))).toBe(await (await inProcess(server)).text())
  })

  it('breaks connections as faults ask for', async () => {
    const { server, url } = await start()
    server.faults.add({ operation: 'listEntities', kind: 'reset', times: 1 })
    await expect(ask(url)).rejects.toMatchObject({ code: 'ECONNRESET' })
    server.faults.add({ operation: 'listEntities', kind: 'truncated', times: 1 })
    const broken = await ask(url)
    expect(broken.statusCode).toBe(200)
    await expect(textOf(broken)).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect((await ask(url)).statusCode).toBe(200)
  })

  it('has its control API', async () => {
    const { url } = await start()
    expect((await ask(url, 'POST', '/__admin/clock/settle')).statusCode).toBe(200)
  })

  it('has the address as its host, if it was given none', async () => {
    const server = createMockServer()
    const { url, close } = await startServer(server, { tls })
    await close()
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  })
})

it("takes every option of Node's https.createServer, such as the passphrase of a key", async () => {
  const key = createPrivateKey(tls.key).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'secret',
  })
  const { url } = await start({ cert: tls.cert, key, passphrase: 'secret' })
  expect((await ask(url)).statusCode).toBe(200)
})

it("passes the error of Node's https.createServer on", async () => {
  const starting = startServer(createMockServer(), { tls: { ...tls, cert: 'a' } })
  await expect(starting).rejects.toMatchObject({ code: 'ERR_OSSL_PEM_NO_START_LINE' })
})

it('await using closes a server at the end of its block', async () => {
  let url = ''
  {
    await using running = await startServer(createMockServer())
    url = running.url
    expect((await fetch(`${url}/v1/health`)).status).toBe(200)
  }
  await expect(fetch(`${url}/v1/health`)).rejects.toThrow('fetch failed')
})
