import { createMockServer } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { setupServer } from 'msw/node'
import type { Transport } from './suite.ts'

const baseUrl = 'https://screening.example/below/a/path'

/** msw in node, whichever major the import leads to. */
export async function startMsw(): Promise<Transport> {
  const server = createMockServer()
  const interceptor = setupServer(...createHandlers(server, { baseUrl }))
  interceptor.listen()
  return { server, client: { baseUrl }, stop: () => interceptor.close() }
}
