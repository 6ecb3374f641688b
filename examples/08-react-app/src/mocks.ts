import { createMockServer, type MockServer, persist } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { setupWorker } from 'msw/browser'

declare global {
  /** For a test that drives the page: `page.evaluate(() => screeningServer.clock.settle())`. */
  var screeningServer: MockServer
}

/** No secret: the reference server is in the page. */
const apiKey = 'test-key'

/** Whoever is called `[sanctioned] …` is found to be sanctioned, and so on; what is created survives a reload. */
const server = createMockServer({ keys: { [apiKey]: 'my-team' }, clock: 'real' })

export async function startMocks(baseUrl: string): Promise<void> {
  globalThis.screeningServer = server
  await persist(server)
  const worker = setupWorker(...createHandlers(server, { baseUrl, apiKey }))
  await worker.start({ onUnhandledFrame: 'bypass' }) // In msw 2 the option is called onUnhandledRequest.
}
