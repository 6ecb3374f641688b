import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { chromium } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProxy } from '../../examples/08-server-proxy.ts'
import { findBrowser } from '../find-browser.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const apiKey = 'sk-a-key-that-no-browser-sees'
const contentTypes: Partial<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/** The React example as it goes to production: built, and served by a server of its own that has the key. */
describe('the built React example', { timeout: 60_000 }, () => {
  let folder: string
  let url: string
  let stop: () => Promise<unknown>
  const server = createMockServer({ keys: { [apiKey]: 'team' }, clock: 'x60' })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'entity-screening-app-'))
    const { NODE_ENV: _, ...environment } = process.env
    const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', join(root, 'examples/06-react-app')]
    await run(process.execPath, [...vite, '--outDir', join(folder, 'app'), '--emptyOutDir'], {
      env: environment,
    })

    const service = await startServer(server)
    const proxy = createProxy({ baseUrl: service.url, apiKey, isAllowed: () => true })
    const listener = createServer(async (request, response) => {
      const { status, headers, body } = await answer(request, proxy)
      response.writeHead(status, headers).end(body)
    })
    await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
    stop = () => {
      listener.close()
      listener.closeAllConnections()
      return service.close()
    }
  }, 60_000)

  afterAll(async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Files of the application, and the proxy under /screening. */
  async function answer(request: IncomingMessage, proxy: (request: Request) => Promise<Response>) {
    const path = request.url ?? '/'
    if (!path.startsWith('/screening/')) {
      const file = path === '/' ? '/index.html' : path
      const headers = { 'content-type': contentTypes[extname(file)] ?? 'application/octet-stream' }
      return { status: 200, headers, body: await readFile(join(folder, 'app', file)) }
    }
    const { method = 'GET' } = request
    const text = Buffer.concat(await request.toArray()).toString()
    const site = request.headers['sec-fetch-site']
    const headers: Record<string, string> = typeof site === 'string' ? { 'sec-fetch-site': site } : {}
    const response = await proxy(new Request(url + path, { method, headers, body: text || null }))
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    }
  }

  it('holds neither a key nor the reference server', async () => {
    const assets = join(folder, 'app/assets')
    const scripts = (await readdir(assets)).filter(name => name.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts)
      expect(await readFile(join(assets, script), 'utf8')).not.toMatch(/test-key|mockServiceWorker|Dragomir/)
    expect((await readdir(join(folder, 'app'))).toSorted()).toEqual(['assets', 'index.html'])
  })

  // Both mostly wait: for a browser, and for the page's next look.
  it.concurrent('works through the proxy, and sees no key', async ({ expect }) => {
    const browser = await chromium.launch(await findBrowser())
    const page = await browser.newPage()
    const seen: Promise<unknown>[] = []
    page.on('response', response => seen.push(response.text(), response.allHeaders()))
    page.on('request', request => seen.push(request.allHeaders()))
    await page.goto(url)
    await page.getByLabel('Name').fill('[sanctioned] Acme GmbH')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('row', { name: 'High Risk' }).getByRole('link').click()
    await page.getByText('Fictional Test Programme').waitFor()
    const all = JSON.stringify(await Promise.all(seen))
    await browser.close()
    expect(all).toContain('Fictional Test Programme')
    expect(all).not.toContain(apiKey)
  })

  it.concurrent('passes the example for Playwright, which answers for the service', async ({ expect }) => {
    const config = join(root, 'test/examples/playwright.config.ts')
    const { NODE_ENV: _, VITEST: __, ...environment } = process.env
    const { stdout } = await run(
      process.execPath,
      [join(root, 'node_modules/playwright/cli.js'), 'test', '--config', config],
      { env: { ...environment, PLAYWRIGHT_BASE_URL: url, PLAYWRIGHT_OUTPUT: join(folder, 'output') } },
    ).catch((error: { stdout: string }) => error)
    expect(stdout).toMatch(/^ +2 passed/m)
  })
})
