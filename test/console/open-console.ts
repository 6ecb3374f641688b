import { createMockServer, type MockServer, type MockServerOptions } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { expect, onTestFinished } from 'vitest'
import { findBrowser } from '../find-browser.ts'

export const apiKey = 'key-of-the-team-42'

/** A browser that keeps to the rules of the web: the usual arguments switch some off. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ ...(await findBrowser()), args: ['--no-sandbox', '--no-zygote', '--disable-gpu'] })
}

/** A page with the console of a server over TCP. */
export interface OpenConsole {
  readonly server: MockServer
  readonly url: string
  readonly page: Page
  /** Sends a request of the service with the key of the team. */
  call(path: string, body?: unknown): Promise<Response>
  /** Ends all connections; the page stays. */
  close(): Promise<void>
}

interface Opening {
  readonly view?: string
  readonly server?: MockServerOptions
  readonly context?: BrowserContextOptions
}

/** Opens the console; the page may log no error, which a breach of its content security policy would be. */
export async function openConsole(
  browser: Browser,
  { view = 'requests', server: options, context }: Opening = {},
): Promise<OpenConsole> {
  const server = createMockServer({ keys: { [apiKey]: 'team-1' }, ...options })
  const { url, close } = await startServer(server)
  const page = await browser.newPage(context)
  page.setDefaultTimeout(10_000)
  const errors: string[] = []
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', error => errors.push(String(error)))
  onTestFinished(async () => {
    await page.close()
    await close()
    expect(errors.filter(text => !text.startsWith('Failed to load resource'))).toEqual([])
  })
  await page.goto(`${url}/__admin/#/${view}`)
  return {
    server,
    url,
    page,
    close,
    call: (path, body) =>
      fetch(url + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  }
}
