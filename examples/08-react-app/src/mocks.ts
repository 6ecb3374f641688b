import {
  createMockServer,
  type MockServer,
  persist,
} from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { setupWorker } from 'msw/browser'

declare global {
  /** For a test: `page.evaluate(() => screeningServer.clock.settle())`. */
  var screeningServer: MockServer
}

/** Not a secret: the mock server runs in the page. */
const apiKey = 'test-key'

/** A name such as `[sanctioned] …` chooses the outcome. */
const server = createMockServer({ keys: { [apiKey]: 'my-team' }, clock: 'real' })

export async function startMocks(baseUrl: string): Promise<void> {
  globalThis.screeningServer = server
  await persist(server)
  const worker = setupWorker(...createHandlers(server, { baseUrl, apiKey }))
  // In msw 2, the option is onUnhandledRequest.
  await worker.start({ onUnhandledFrame: 'bypass' })
}
