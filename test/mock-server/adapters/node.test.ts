import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { expect, it, onTestFinished } from 'vitest'

it.each([
  [{ prot: 4010 }, 'startServer: prot is not an option here: port, host and tls are'],
  [{ tls: null }, 'startServer: tls must be an object with cert and key'],
  [{ port: '4010' }, 'startServer: port must be a whole number from 0 to 65535'],
  [{ port: -1 }, 'startServer: port must be a whole number from 0 to 65535'],
  [{ port: 6000 }, 'startServer: port must be another: browsers and fetch do not connect to 6000'],
  [{ host: 7 }, 'startServer: host must be an address or a host name, such as 127.0.0.1'],
  [{ host: '' }, 'startServer: host must be an address or a host name, such as 127.0.0.1'],
  [null, 'startServer: the options must be an object'],
])('options that no server can be started with are refused: %j', async (options, sentence) => {
  const start = async () => Reflect.apply(startServer, undefined, [createMockServer(), options])
  await expect(start).rejects.toThrow(sentence)
})

it('an error that nothing has caught ends its own response, and not the server', async () => {
  const server = createMockServer()
  let isBroken = true
  const broken: MockServer = {
    ...server,
    dispatch(request) {
      if (isBroken) throw new Error('a bug')
      return server.dispatch(request)
    },
  }
  const { url, close } = await startServer(broken)
  onTestFinished(close)
  const send = (init?: RequestInit) => fetch(`${url}/v1/health`, init)
  const error = 'The mock server failed unexpectedly.'
  expect(await (await send()).json()).toEqual({ statusCode: 500, success: false, error })
  expect((await send({ method: 'POST', body: '{}' })).status).toBe(500)
  isBroken = false
  expect((await send()).status).toBe(200)
})
