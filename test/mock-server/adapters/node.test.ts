import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { expect, it } from 'vitest'

it.each([
  [{ prot: 4010 }, 'startServer: prot is not an option here: port and host are'],
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
