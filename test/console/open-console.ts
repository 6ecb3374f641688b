import { createMockServer, type MockServer, type MockServerOptions } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'
import { findBrowser } from '../find-browser.ts'
import { apiKey, serveWorkerPage, serviceAddress } from './worker-page.ts'

/** A browser that keeps to the rules of the web: the usual arguments switch some off. */
async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ ...(await findBrowser()), args: ['--no-sandbox', '--no-zygote', '--disable-gpu'] })
}

/** A page with the console of a server, wherever that runs. */
export interface OpenConsole {
  readonly page: Page
  /** Sends a request of the service with the key of the team. */
  call(path: string, body?: object): Promise<Answer>
  /** Runs a function where the server is, without what is around it. */
  on<Result>(work: (server: MockServer) => Result): Promise<Result>
  /** Where curl and HAR have the service: null for a server in the page. */
  readonly baseUrl: string | null
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ReturnType<typeof JSON.parse>
}

/** A way to show the console: resolves to the page, and to what ends it. */
type Mounting = (browser: Browser) => Promise<OpenConsole & { close(): Promise<void> }>

/** The page may read and write the clipboard, and has no preference of its own. */
const context: BrowserContextOptions = { permissions: ['clipboard-read', 'clipboard-write'] }

export const overTcp: Mounting = async browser => {
  const server = createMockServer({ keys: { [apiKey]: 'team-1' } })
  const { url, close } = await startServer(server)
  const { page, expectNoErrors } = await openPage(browser, `${url}/__admin/`, context)
  return {
    page,
    baseUrl: url,
    on: async work => work(server),
    call: (path, body) => ask(toRequest(url + path, body)),
    async close() {
      await page.close()
      await close()
      expectNoErrors()
    },
  }
}

/** By `mountConsole`, in a page whose server is behind msw's worker. */
export const besideWorker: Mounting = async browser => {
  const { url, close } = await serveWorkerPage()
  const { page, expectNoErrors } = await openPage(browser, url, context)
  const server = await page.evaluateHandle(() => mockServer)
  return {
    page,
    baseUrl: null,
    on: work => server.evaluate(work),
    call: (path, body) => page.evaluate(inPage, toRequest(serviceAddress + path, body)),
    async close() {
      // It is the application's.
      expect(page.url()).toBe(url)
      await page.close()
      await close()
      expectNoErrors()
    },
  }
}

declare const mockServer: MockServer

/**
 * Runs tests with each way to show the console. They share a page: each begins in a view of its own choice, with a server as it
 * was at its start.
 */
export function describeConsole(tests: (begin: (title: string) => Promise<OpenConsole>) => void): void {
  const browser = useBrowser()
  describe.each([
    ['over TCP', overTcp],
    ["beside msw's worker", besideWorker],
  ])('%s', (_, open) => {
    let opened: Awaited<ReturnType<Mounting>>
    beforeAll(async () => {
      opened = await open(browser())
    })
    afterAll(() => opened?.close())
    tests(async title => {
      await opened.on(server => server.reset())
      // A view forgets what it shows when another is shown.
      await goTo(opened.page, title === 'Scenarios' ? 'Clock' : 'Scenarios')
      await goTo(opened.page, title)
      if (title === 'Requests') {
        // The filter of the requests stays.
        await opened.page.getByLabel('Filter by text').fill('')
        await opened.page.getByText('No requests yet').waitFor()
      }
      return opened
    })
  })
}

/** A browser for the tests of a file. */
export function useBrowser(): () => Browser {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())
  return () => browser
}

/** Goes to a view, as a click on its link does. */
export async function goTo(page: Page, title: string): Promise<void> {
  await page.evaluate(async title => {
    const root = [...document.querySelectorAll('div')].find(({ shadowRoot }) => shadowRoot)?.shadowRoot
    const links = [...(root?.querySelectorAll<HTMLElement>('nav a') ?? [])]
    links.find(({ textContent }) => textContent === title)?.click()
    while (root?.querySelector('h1')?.textContent !== title) await new Promise(requestAnimationFrame)
  }, title)
}

interface Opening {
  readonly view?: string
  readonly server?: MockServerOptions
  readonly context?: BrowserContextOptions
}

/** Opens the console of a server over TCP that a test has to itself. */
export async function openConsole(
  browser: Browser,
  { view = 'requests', server: options, context }: Opening = {},
) {
  const server = createMockServer({ keys: { [apiKey]: 'team-1' }, ...options })
  const { url, close } = await startServer(server)
  const { page, expectNoErrors } = await openPage(browser, `${url}/__admin/#/${view}`, context)
  onTestFinished(async () => {
    await page.close()
    await close()
    expectNoErrors()
  })
  const call = (path: string, body?: object) => ask(toRequest(url + path, body))
  return { server, url, page, close, call }
}

/** Opens a page, which may log no error: a breach of its content security policy would be one. */
async function openPage(browser: Browser, address: string, context?: BrowserContextOptions) {
  const page = await browser.newPage(context)
  page.setDefaultTimeout(10_000)
  const errors: string[] = []
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', error => errors.push(String(error)))
  const expectNoErrors = () =>
    expect(errors.filter(text => !text.startsWith('Failed to load resource'))).toEqual([])
  await page.goto(address)
  await page.getByText(/^(Live|Locked)$/).waitFor()
  return { page, expectNoErrors }
}

function toRequest(url: string, body?: object) {
  return {
    url,
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  }
}

const ask = inPage

/** Runs in the page too, without what is around it. */
async function inPage({ url, ...init }: ReturnType<typeof toRequest>): Promise<Answer> {
  const response = await fetch(url, init)
  const text = await response.text()
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
  }
}
