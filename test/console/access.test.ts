import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isShort } from '../short-run.ts'
import { apiKey, launchBrowser, openConsole } from './open-console.ts'

declare const axe: { run(options: RunOptions): Promise<AxeResults> }
const axeCore = createRequire(import.meta.url).resolve('axe-core')

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

it('asks for the admin token, says that a wrong one is wrong, and shows everything with the right one', async () => {
  const { page, call } = await openConsole(browser, { server: { adminToken: 'open-sesame' } })
  await page.getByRole('heading', { name: 'Admin token' }).waitFor()
  await page.getByText('Locked').waitFor()
  await page.getByLabel('Token').fill('guess')
  await page.keyboard.press('Enter')
  await page.getByText('The server refused this token.').waitFor()
  await page.getByLabel('Token').fill('open-sesame')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByText('Live', { exact: true }).waitFor()
  await call('/v1/health')
  await page.getByRole('grid').getByText('getHealth').waitFor()
})

it('refuses a token that no header can hold, and asks again', async () => {
  const { page } = await openConsole(browser, { server: { adminToken: 'open-sesame' } })
  await page.getByLabel('Token').fill('open-sesame\u2026')
  await page.keyboard.press('Enter')
  await page.getByText('The server refused this token.').waitFor()
  await page.getByLabel('Token').fill('open-sesame')
  await page.keyboard.press('Enter')
  await page.getByText('Live', { exact: true }).waitFor()
})

it('says that the connection is lost, and misses nothing that came in meanwhile', async () => {
  const { page, server, url, call, close } = await openConsole(browser)
  await call('/v1/health')
  const rows = page.getByRole('grid').locator('tbody tr')
  await rows.getByText('getHealth').waitFor()
  await close()
  await page.getByText('Not connected: the server does not respond. What is shown may be outdated.').waitFor()
  expect(await rows.count()).toBe(1)
  server.dispatch({ method: 'GET', path: '/v1/meanwhile', header: () => null, body: '', local: true })
  const again = await startServer(server, { port: Number(new URL(url).port) })
  await page
    .getByRole('button', { name: 'Try now' })
    .click({ timeout: 1000 })
    .catch(() => {})
  await rows.getByText('/v1/meanwhile').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  expect(await rows.count()).toBe(2)
  await again.close()
})

it('shows the requests of a server that takes the place of another, and no longer those of the other', async () => {
  const { page, url, call, close } = await openConsole(browser)
  await call('/v1/health')
  const rows = page.getByRole('grid').locator('tbody tr')
  await rows.getByText('getHealth').waitFor()
  await close()
  const again = await startServer(createMockServer({ keys: { [apiKey]: 'team-1' } }), {
    port: Number(new URL(url).port),
  })
  await call('/v1/entities')
  await rows.getByText('listEntities').waitFor()
  expect(await rows.count()).toBe(1)
  await page.getByText('Older requests are no longer in the log.').waitFor()
  await again.close()
})

/** Where the page is wider than the screen, or axe finds something serious. */
async function findProblems(page: Page): Promise<string[]> {
  // Past the content security policy of the page, as an extension of the browser would.
  await page.evaluate(await readFile(axeCore, 'utf8'))
  const { violations } = await page.evaluate(() => axe.run({ resultTypes: ['violations'] }))
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  return [
    ...serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`),
    ...(isTooWide ? ['wider than the screen'] : []),
  ]
}

const screens = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 390 },
] as const

it.each(isShort ? screens.slice(0, 1) : screens)(
  'every view is accessible and fits, $colorScheme and $width wide',
  async ({ colorScheme, width }) => {
    const { page, server, url, call } = await openConsole(browser, {
      context: { colorScheme, viewport: { width, height: 800 } },
    })
    await call('/v1/entities', { type: 'organization', name: 'Halfmoon Minerals Oy', country_code: 'FI' })
    const [{ id }] = await (await call('/v1/entities')).json()
    server.clock.settle()
    await call('/v1/entities', {
      type: 'organization',
      name: '[error-503] Nordwind GmbH',
      country_code: 'DE',
    })
    server.faults.add({ kind: 'lost_answer', probability: 0.5 })
    const found: Record<string, string[]> = {}
    const views = [
      'requests',
      'requests/1',
      'entities',
      `entities/${id}`,
      'clock',
      'scenarios',
      'faults',
      'state',
    ]
    for (const view of views) {
      await page.goto(`${url}/__admin/#/${view}`)
      await page.getByText('Live', { exact: true }).waitFor()
      if (view.startsWith('entities/')) await page.getByRole('img').first().waitFor()
      found[view] = await findProblems(page)
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map(view => [view, []])))
  },
)
