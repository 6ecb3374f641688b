import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { chromium } from 'playwright'
import { createServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser } from '../find-browser.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const apiKey = 'sk-a-key-that-no-browser-sees'

/** The React example as it goes to production: built, and served by a server of its own that has the key. */
describe('the built React example', () => {
  let folder: string
  let url: string
  let stop: () => Promise<unknown>
  const server = createMockServer({ keys: { [apiKey]: 'team' }, clock: { speed: 60 } })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'entity-screening-app-'))
    const { NODE_ENV: _, ...environment } = process.env
    const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', join(root, 'examples/08-react-app')]
    await run(process.execPath, [...vite, '--outDir', join(folder, 'app'), '--emptyOutDir'], {
      env: environment,
    })

    const service = await startServer(server)
    const tsx = join(root, 'node_modules/tsx/dist/cli.mjs')
    const application = spawn(
      process.execPath,
      [tsx, 'examples/10-server-proxy/server.ts', join(folder, 'app')],
      {
        cwd: root,
        env: {
          ...environment,
          ENTITY_SCREENING_BASE_URL: service.url,
          ENTITY_SCREENING_API_KEY: apiKey,
          PORT: '0',
        },
      },
    )
    const [line] = await once(createInterface(application.stdout), 'line')
    url = String(line)
    stop = async () => {
      application.kill()
      await once(application, 'exit')
      await service.close()
    }
  })

  afterAll(async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('holds neither a key nor the mock server', async () => {
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
    page.on('response', response => seen.push(response.allHeaders()))
    page.on('request', request => seen.push(request.allHeaders()))
    // Chromium shows no body that it must not store.
    await page.route('**', async route => {
      const response = await route.fetch()
      seen.push(response.text())
      await route.fulfill({ response })
    })
    await page.goto(url)
    await page.getByLabel('Name').fill('[sanctioned] Acme GmbH')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('row', { name: 'High Risk' }).getByRole('link').click()
    await page.getByText('Fictional Test Programme').waitFor()
    // What comes from now on could not be read any more.
    page.removeAllListeners()
    await page.unrouteAll({ behavior: 'wait' })
    const all = JSON.stringify(await Promise.all(seen))
    await browser.close()
    expect(all).toContain('Fictional Test Programme')
    expect(all).not.toContain(apiKey)
  })

  it.concurrent('and the one under development pass the examples for Playwright', async ({ expect }) => {
    const development = await createServer({
      configFile: join(root, 'examples/08-react-app/vite.config.ts'),
      cacheDir: join(folder, 'vite'),
      server: { port: 0 },
      logLevel: 'silent',
    })
    await development.listen()
    const config = join(root, 'test/examples/playwright.config.ts')
    const { NODE_ENV: _, VITEST: __, ...environment } = process.env
    const { stdout } = await run(
      process.execPath,
      [join(root, 'node_modules/playwright/cli.js'), 'test', '--config', config],
      {
        env: {
          ...environment,
          DEVELOPMENT_URL: development.resolvedUrls?.local[0],
          PLAYWRIGHT_BASE_URL: url,
          PLAYWRIGHT_OUTPUT: join(folder, 'output'),
        },
      },
    ).catch((error: { stdout: string }) => error)
    expect(stdout).toMatch(/^ +3 passed/m)
    // The test that plays the service passes on the page under development, too.
    const again = await run(
      process.execPath,
      [join(root, 'node_modules/playwright/cli.js'), 'test', '--config', config, 'screening.spec.ts'],
      {
        env: {
          ...environment,
          PLAYWRIGHT_BASE_URL: development.resolvedUrls?.local[0],
          PLAYWRIGHT_OUTPUT: join(folder, 'output'),
        },
      },
    ).catch((error: { stdout: string }) => error)
    await development.close()
    expect(again.stdout).toMatch(/^ +2 passed/m)
  })
})
