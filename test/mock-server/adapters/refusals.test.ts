import { once } from 'node:events'
import { connect } from 'node:net'
import { createMockServer, type MockServerOptions } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { describe, expect, it, onTestFinished } from 'vitest'

async function start(options: MockServerOptions = {}) {
  const server = createMockServer({ keys: { 'the-key': 'team' }, ...options })
  const { url, close } = await startServer(server)
  onTestFinished(close)
  /** What the server sends back to these bytes, until it closes the connection. */
  async function send(bytes: string) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let text = ''
    socket.on('data', chunk => {
      text += String(chunk)
    })
    socket.on('error', () => {})
    socket.write(bytes)
    await once(socket, 'close')
    const [head = '', body = ''] = text.split('\r\n\r\n')
    return { head, body }
  }
  return { server, send, url }
}

describe('a request that Node refuses by itself', () => {
  it.each<[string, string, number, string, string]>([
    ['a request line', 'nonsense\r\n\r\n', 400, '-', 'The request is not valid HTTP.'],
    [
      'a header',
      'GET /v1/entities HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n',
      400,
      '/v1/entities',
      'The request is not valid HTTP.',
    ],
    [
      'a body',
      'POST /v1/entities HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
      '/v1/entities',
      'The request is not valid HTTP.',
    ],
    [
      'two lengths',
      'POST /v1/entities HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      '/v1/entities',
      'The request is not valid HTTP.',
    ],
    [
      'no host',
      'GET /v1/entities HTTP/1.1\r\nConnection: close\r\n\r\n',
      400,
      '/v1/entities',
      'The header Host is missing.',
    ],
    [
      'long headers',
      `GET /v1/entities HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      '/v1/entities',
      'The headers are too long.',
    ],
    [
      'an expectation',
      'POST /v1/entities HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
      417,
      '/v1/entities',
      'The header Expect can only be 100-continue.',
    ],
  ])("has the service's error body, and is logged: %s", async (_, bytes, status, path, error) => {
    const { server, send } = await start()
    const { head, body } = await send(bytes)
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8')
    expect(head.toLowerCase()).toContain(`content-length: ${body.length}`)
    expect(JSON.parse(body)).toEqual({ statusCode: status, success: false, error })
    expect(server.requests.list()).toMatchObject([{ status, path, operation: null, responseBody: body }])
  })

  it('has the member of errors that the behaviour names', async () => {
    const { send } = await start({ behaviour: { errorMember: 'message' } })
    const { body } = await send('nonsense\r\n\r\n')
    expect(JSON.parse(body)).toEqual({ statusCode: 400, success: false, message: expect.any(String) })
  })

  it('spoils no response that has begun, and no later request', async () => {
    const { send, url } = await start()
    const { head, body } = await send('GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1.1 (200|400) /)
    expect(body).toContain('success')
    expect((await fetch(`${url}/v1/health`)).status).toBe(200)
  })

  it('still continues when it is asked to, and takes HTTP/1.0 without a host', async () => {
    const { send } = await start()
    const creation = '{"type":"person","name":"Bo"}'
    const { head } = await send(
      `POST /v1/entities HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nAuthorization: Bearer the-key\r\nContent-Length: ${creation.length}\r\nConnection: close\r\n\r\n${creation}`,
    )
    expect(head).toMatch(/^HTTP\/1.1 100 /)
    expect((await send('GET /v1/health HTTP/1.0\r\n\r\n')).head).toMatch(/^HTTP\/1.1 200 /)
  })
})
