import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { besideWorker, goTo, openConsole, overTcp, useBrowser } from './open-console.ts'
import { apiKey } from './worker-page.ts'

declare const axe: { run(options: RunOptions): Promise<AxeResults> }
const axeCore = createRequire(import.meta.url).resolve('axe-core')

const browser = useBrowser()

it('asks for the admin token, says that a wrong one is wrong, and shows everything with the right one', async () => {
  const { page, call } = await openConsole(browser(), { server: { adminToken: 'open-sesame' } })
  await page.getByRole('heading', { name: 'Admin token' }).waitFor()
  await page.getByText('Locked').waitFor()
  await page.getByLabel('Token').fill('guess')
  await page.keyboard.press('Enter')
  await page.getByText('The server refused this token.').waitFor()
  // The field has the focus again, its text selected, when the answer has been shown.
  await page.locator('input:focus').waitFor()
  await page.keyboard.type('open-sesame')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByText('Live', { exact: true }).waitFor()
  await call('/v1/health')
  await page.getByRole('grid').getByText('getHealth').waitFor()
})

it('refuses a token that no header can hold, and asks again', async () => {
  const { page } = await openConsole(browser(), { server: { adminToken: 'open-sesame' } })
  await page.getByLabel('Token').fill('open-sesame\u2026')
  await page.keyboard.press('Enter')
  await page.getByText('The server refused this token.').waitFor()
  await page.getByLabel('Token').fill('open-sesame')
  await page.keyboard.press('Enter')
  await page.getByText('Live', { exact: true }).waitFor()
})

/** All that the page shows, keeps and has asked for. */
function everythingOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const roots = [
      document,
      ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []),
    ]
    return JSON.stringify([
      roots.map(root => [...root.children].map(({ outerHTML }) => outerHTML)),
      roots.flatMap(root => [...root.querySelectorAll('input, textarea')].map(field => Object(field).value)),
      [location.href, document.cookie, history.state],
      { ...localStorage },
      performance.getEntries(),
    ])
  })
}

it('the admin token is in no element, address or copy, and is kept for the tab', async () => {
  const context = { permissions: ['clipboard-read', 'clipboard-write'] }
  const { page, call } = await openConsole(browser(), { context, server: { adminToken: 'open-sesame' } })
  await page.getByLabel('Token').fill('open-sesame')
  expect(await everythingOf(page)).toContain('open-sesame')
  await page.keyboard.press('Enter')
  await call('/v1/entities')
  await page.getByRole('grid').getByText('listEntities').click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('Sent again: status 200.').waitFor()
  for (const summary of await page.getByText('Headers (').all()) await summary.click()
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await page.getByText('Copy as curl: done').waitFor()
  const seen = [await everythingOf(page), await page.evaluate(() => navigator.clipboard.readText())]
  for (const title of ['Entities', 'Clock', 'Scenarios', 'Faults', 'State']) {
    await goTo(page, title)
    seen.push(await everythingOf(page))
  }
  expect(seen.join()).toContain('listEntities')
  expect(seen.join()).not.toContain('open-sesame')
  await page.reload()
  await page.getByText('Live', { exact: true }).waitFor()
})

it('has the entity of a network in sight at 1280 × 800', async () => {
  const context = { viewport: { width: 1280, height: 800 } }
  const { page, server } = await openConsole(browser(), { context, view: 'entities' })
  const name = 'Tideglass Logistics GmbH'
  await server.load({ entities: [{ type: 'organization', name, countryCode: 'DE' }] })
  await page.getByRole('gridcell', { name }).click()
  const root = page.getByRole('group', { name: `Network of ${name}` }).locator('[aria-pressed=true]')
  const { y = 0, height = 0 } = (await root.boundingBox()) ?? {}
  expect(height).toBeGreaterThan(20)
  expect(y + height).toBeLessThan(800)
})

it.each(['light', 'dark'] as const)('draws a network in the colours of a %s page', async colorScheme => {
  const { page, server } = await openConsole(browser(), { context: { colorScheme }, view: 'entities' })
  const name = 'Halfmoon Minerals Oy'
  await server.load({ entities: [{ type: 'organization', name, countryCode: 'FI' }] })
  await page.getByRole('gridcell', { name }).click()
  const picture = page.getByRole('group', { name: `Network of ${name}` })
  await picture.getByRole('button').first().waitFor()
  const colours = await picture.evaluate(svg => {
    const root = svg.getRootNode()
    if (!(root instanceof ShadowRoot)) throw new TypeError('the console is in a shadow root')
    const colourOf = (selector: string, property: 'backgroundColor' | 'color' | 'fill') => {
      const element = root.querySelector(selector)
      return element === null ? null : getComputedStyle(element)[property]
    }
    return {
      page: colourOf('.console', 'backgroundColor'),
      text: colourOf('.console', 'color'),
      picture: getComputedStyle(svg).backgroundColor,
      filter: getComputedStyle(svg).filter,
      label: colourOf('svg g:not([role]) rect', 'fill'),
      name: colourOf('svg [role=button][aria-pressed=false] text', 'fill'),
    }
  })
  // Labels wrap.
  await picture.getByText('Member of the', { exact: true }).waitFor()
  expect(colours).toMatchObject({ picture: 'rgba(0, 0, 0, 0)', filter: 'none' })
  expect([colours.label, colours.name]).toEqual([colours.page, colours.text])
  expect(colours.page).toBe(colorScheme === 'dark' ? 'rgb(22, 25, 29)' : 'rgb(255, 255, 255)')
})

it('has the filter of the requests in its address', async () => {
  const { page, call } = await openConsole(browser())
  await call('/v1/health')
  await call('/v1/entities')
  await page.getByLabel('Filter by text').fill('operation:get & more')
  const address = () => page.evaluate(() => ({ search: location.search, hash: location.hash }))
  await expect.poll(address).toMatchObject({ search: '?filter=operation%3Aget+%26+more' })
  await page.getByLabel('Filter by text').fill('operation:get')
  await page.reload()
  const rows = page.getByRole('grid').locator('tbody tr')
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('getHealth')])
  await rows.first().click()
  await page.getByRole('heading', { name: 'getHealth' }).waitFor()
  await page.getByLabel('Filter by text').fill('')
  await expect.poll(address).toEqual({ search: '', hash: '#/requests/1' })
})

it('has its header on one line at 1280, whatever the team is called', async () => {
  const context = { viewport: { width: 1280, height: 800 } }
  const server = { keys: { [apiKey]: 'compliance department of a company with a long name' } }
  const { page } = await openConsole(browser(), { context, server })
  await page.getByRole('option', { name: 'compliance' }).waitFor({ state: 'attached' })
  const { height = 0 } = (await page.getByRole('banner').boundingBox()) ?? {}
  expect(height).toBeLessThan(60)
})

it('has method, path and status in sight at 390, and only the subject cut', async () => {
  const context = { viewport: { width: 390, height: 800 } }
  const { page, server, call } = await openConsole(browser(), { context })
  const ids = await server.load({ entities: [{ type: 'organization', name: 'x'.repeat(500) }] })
  await call(`/v1/entities/${ids[0]}/network`)
  const row = page.getByRole('grid').locator('tbody tr')
  await row.waitFor()
  const isCut = (place: string) =>
    row.locator(`[data-place=${place}]`).evaluate(cell => cell.scrollWidth > cell.clientWidth)
  expect([await isCut('operation'), await isCut('status'), await isCut('subject')]).toEqual([
    false,
    false,
    true,
  ])
  await row.getByText(`GET /v1/entities/${ids[0]}/network`).waitFor()
})

it('has two lines a request at 390', async () => {
  const context = { viewport: { width: 390, height: 800 } }
  const { page, server, call } = await openConsole(browser(), { context })
  await page.getByText('No requests yet').waitFor()
  // The titles of the columns have no room there.
  expect(await page.getByRole('columnheader').count()).toBe(0)
  server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
  for (let request = 1; request <= 2; request += 1)
    await call('/v1/entities', { type: 'organization', name: 'Nordwind GmbH' }).catch(() => {})
  const rows = page.getByRole('grid').locator('tbody tr')
  await rows.getByText('broken').waitFor()
  for (const row of await rows.all()) {
    const { height = 0 } = (await row.boundingBox()) ?? {}
    expect(height).toBeLessThan(60)
    const status = row.locator('[data-place=status]')
    expect(await status.evaluate(cell => cell.scrollWidth > cell.clientWidth)).toBe(false)
  }
})

it('shows a view whose address comes before the page has been drawn', async () => {
  const { page } = await openConsole(browser())
  await page.addInitScript(() =>
    addEventListener('load', () => {
      location.hash = '/clock'
    }),
  )
  await page.reload()
  await page.getByRole('heading', { name: 'Clock', level: 1 }).waitFor()
})

it.each([1280, 390])('moves no view when the time of the server is known, %i wide', async width => {
  const { page } = await openConsole(browser(), { context: { viewport: { width, height: 800 } } })
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/__admin/clock', async route => {
    await released
    await route.continue()
  })
  await page.reload()
  await page.getByText('Live', { exact: true }).waitFor()
  const place = await page.getByRole('main').boundingBox()
  expect(await page.getByRole('button', { name: 'Settle' }).count()).toBe(0)
  release()
  await page.getByRole('button', { name: 'Settle' }).waitFor()
  expect(await page.getByRole('main').boundingBox()).toEqual(place)
})

it('says that an address has no view', async () => {
  const { page } = await openConsole(browser(), { view: 'nowhere' })
  await page.locator('main p').getByText('There is no such view.').waitFor()
})

it('says that it connects as long as it does not know what the log holds', async () => {
  const { page } = await openConsole(browser())
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/__admin/events*', async route => {
    await released
    await route.continue()
  })
  await page.reload()
  await page.getByRole('main').getByText('Connecting …').waitFor()
  expect(await page.getByText('No requests yet').count()).toBe(0)
  release()
  await page.getByText('No requests yet').waitFor()
})

it('says that the connection is lost, finds it again by itself, and misses nothing that came in meanwhile', async () => {
  const { page, server, url, call, close } = await openConsole(browser())
  await call('/v1/health')
  const rows = page.getByRole('grid').locator('tbody tr')
  await rows.getByText('getHealth').waitFor()
  const closedAt = Date.now()
  await close()
  const lost = page.getByText('Not connected: the server does not respond. The page may be outdated.')
  const heading = page.getByRole('navigation')
  const place = await heading.boundingBox()
  await lost.waitFor()
  expect(Date.now() - closedAt).toBeGreaterThan(2500)
  expect(await heading.boundingBox()).toEqual(place)
  await page.getByRole('button', { name: 'Reconnect now' }).click()
  await lost.waitFor()
  expect(await rows.count()).toBe(1)
  server.dispatch({ method: 'GET', path: '/v1/meanwhile', header: () => null, body: '', local: true })
  const again = await startServer(server, { port: Number(new URL(url).port) })
  await rows.getByText('/v1/meanwhile').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  expect(await rows.count()).toBe(2)
  await again.close()
})

it('keeps the requests of a server that restarts until the log is cleared, and takes none for one of the new server', async () => {
  const { page, url, call, close } = await openConsole(browser())
  await call('/v1/entities', { type: 'person', name: 'Ilse Brandt' })
  const rows = page.getByRole('grid').locator('tbody tr')
  await rows.getByText('createEntity').click()
  await page.getByRole('heading', { name: 'createEntity' }).waitFor()
  await close()
  const restarted = await startServer(createMockServer({ keys: { [apiKey]: 'team-1' } }), {
    port: Number(new URL(url).port),
  })
  await page.getByText('The server has restarted: pale requests are from before.').waitFor()
  await call('/v1/entities')
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([expect.stringContaining('listEntities'), expect.stringContaining('Ilse Brandt')])
  const pale = page.getByRole('grid').locator('tbody tr.dimmed')
  await expect.poll(() => pale.allInnerTexts()).toEqual([expect.stringContaining('Ilse Brandt')])
  // Both servers count from 1: the request that is open stays open.
  expect(await page.getByRole('heading', { name: 'createEntity' }).count()).toBe(1)
  await rows.first().click()
  await page.getByRole('heading', { name: 'listEntities' }).waitFor()
  await page.getByRole('button', { name: 'Clear log' }).click()
  await page.getByText('No requests yet').waitFor()
  await restarted.close()
})

/** Tells a page that it is hidden, or shown: without a window, a browser shows all. */
async function setVisibility(page: Page, visibility: DocumentVisibilityState): Promise<void> {
  await page.evaluate(value => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, visibility)
}

it('six tabs in the background leave a connection to the one that is shown, and miss nothing', async () => {
  const { url, call } = await openConsole(browser())
  const tabs = await browser().newContext()
  const open = async (view: string) => {
    const tab = await tabs.newPage()
    await tab.goto(`${url}/__admin/#/${view}`)
    await tab.getByText('Live', { exact: true }).waitFor()
    return tab
  }
  const first = await open('requests')
  const ended = first.waitForEvent('requestfailed', request => request.url().includes('/events'))
  await setVisibility(first, 'hidden')
  for (let tab = 2; tab <= 6; tab += 1) await setVisibility(await open('requests'), 'hidden')
  await ended
  await call('/v1/meanwhile')
  await open('clock')
  await setVisibility(first, 'visible')
  await first.getByRole('grid').getByText('/v1/meanwhile').waitFor()
  await tabs.close()
})

/** Texts, spaces and corners off the scale of the style sheet. A drawing has its own, and the browser sizes options. */
function findOffScale(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = [...document.querySelectorAll('div')].find(({ shadowRoot }) => shadowRoot)?.shadowRoot
    const scales = {
      fontSize: ['12px', '14px', '16px', '20px'],
      rowGap: ['normal', '0px', '4px', '8px', '12px', '16px'],
      columnGap: ['normal', '0px', '4px', '8px', '12px', '16px'],
      paddingLeft: ['0px', '4px', '8px', '12px', '16px'],
      paddingTop: ['0px', '4px', '8px', '12px', '16px'],
      borderTopLeftRadius: ['0px', '4px', '8px'],
    } as const
    const elements = [...(root?.querySelectorAll('*') ?? [])].filter(
      element => element.closest('svg, option') === null,
    )
    const findings = elements.flatMap(element =>
      Object.entries(scales).flatMap(([property, sizes]) => {
        const size = Reflect.get(getComputedStyle(element), property)
        return sizes.some(allowed => allowed === size) ? [] : `${element.tagName} ${property} ${size}`
      }),
    )
    return [...new Set(findings)]
  })
}

/** Where the page is wider than the screen, off its scale, or axe finds something serious. */
async function findProblems(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate(() => axe.run({ resultTypes: ['violations'] }))
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  return [
    ...serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`),
    ...(isTooWide ? ['wider than the screen'] : []),
    ...(await findOffScale(page)),
  ]
}

const screens = [
  { way: 'over TCP', mounting: overTcp, colorScheme: 'dark', width: 390 },
  { way: 'over TCP', mounting: overTcp, colorScheme: 'light', width: 1280 },
  { way: "beside msw's worker", mounting: besideWorker, colorScheme: 'light', width: 390 },
  { way: "beside msw's worker", mounting: besideWorker, colorScheme: 'dark', width: 1280 },
] as const

/** Each view and dialog, and how it is reached from the one before. */
const sights: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  requests: page => goTo(page, 'Requests'),
  request: page =>
    page
      .getByRole('gridcell', { name: /^createEntity/ })
      .first()
      .click(),
  composer: page => openDialog(page, 'Edit and send'),
  entities: async page => {
    await page.keyboard.press('Escape')
    await goTo(page, 'Entities')
  },
  create: page => openDialog(page, 'Create one'),
  load: async page => {
    await page.keyboard.press('Escape')
    await openDialog(page, 'Load many')
  },
  entity: async page => {
    await page.keyboard.press('Escape')
    await page.getByRole('gridcell', { name: 'Halfmoon Minerals Oy' }).click()
    await page.getByRole('button', { name: '100 %' }).waitFor()
  },
  clock: page => goTo(page, 'Clock'),
  scenarios: page => goTo(page, 'Scenarios'),
  faults: page => goTo(page, 'Faults'),
  state: page => goTo(page, 'State'),
  confirmation: page => openDialog(page, 'Reset'),
}

/** A dialog that is hidden would leave a page that answers to nothing. */
async function openDialog(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

it.each(screens)(
  'every view is accessible and fits, $way, $colorScheme and $width wide',
  async ({ mounting, colorScheme, width }) => {
    const { page, on, call, close } = await mounting(browser())
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await call('/v1/entities', { type: 'organization', name: 'Halfmoon Minerals Oy', country_code: 'FI' })
    await on(server => {
      server.clock.settle()
      server.faults.add({ kind: 'lost_response', probability: 0.5 })
    })
    await call('/v1/entities', { type: 'organization', name: '[error-503] Nordwind GmbH' }).catch(() => {})
    // Past the content security policy of the page, as an extension of the browser would.
    await page.evaluate(await readFile(axeCore, 'utf8'))
    const found: Record<string, string[]> = {}
    for (const [name, reach] of Object.entries(sights)) {
      await reach(page)
      found[name] = await findProblems(page)
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(sights).map(name => [name, []])))
    await close()
  },
)
