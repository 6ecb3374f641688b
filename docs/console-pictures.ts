import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { chromium, type Page } from 'playwright'
import { buildConsolePage } from '../packaging/console-page.ts'
import { findBrowser } from '../test/find-browser.ts'

/** The names of the pictures of the console. */
export const consolePictures = [
  'console-requests.png',
  'console-network.png',
  'dark/console-requests.png',
  'dark/console-network.png',
] as const

/** Pictures of the console in a browser, by the names of their files; real times and durations differ each time. */
export async function photographConsole(): Promise<Map<string, Buffer>> {
  await buildConsolePage(new URL('../dist/console', import.meta.url).pathname)
  const server = createMockServer({ keys: { 'key-of-the-pictures': 'demo' } })
  const { url, close } = await startServer(server)
  const browser = await chromium.launch(await findBrowser())
  try {
    const id = await playScene(server, url)
    const page = await browser.newPage({ viewport: { width: 1180, height: 620 } })
    const [requests, network, darkRequests, darkNetwork] = consolePictures
    await page.goto(`${url}/__admin/#/requests/4`)
    await page.getByRole('heading', { name: 'createEntity' }).waitFor()
    const taken = new Map<string, Buffer>([[requests, await page.screenshot()]])
    taken.set(darkRequests, await photographDark(page))
    await page.goto(`${url}/__admin/#/entities/${id}`)
    taken.set(network, await photographNetwork(page))
    taken.set(darkNetwork, await photographDark(page))
    return taken
  } finally {
    await browser.close()
    await close()
  }
}

async function photographNetwork(page: Page): Promise<Buffer> {
  await page.locator('svg').first().waitFor()
  await page
    .getByRole('heading', { name: 'Network', exact: true })
    .evaluate(heading => heading.scrollIntoView())
  return page.screenshot()
}

async function photographDark(page: Page): Promise<Buffer> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const picture = await page.screenshot()
  await page.emulateMedia({ colorScheme: 'light' })
  return picture
}

/** A few requests with a fault and scenarios; resolves to the id of an entity with a network. */
async function playScene(server: ReturnType<typeof createMockServer>, baseUrl: string): Promise<string> {
  const client = new EntityScreening({
    apiKey: 'key-of-the-pictures',
    baseUrl,
    maxRetries: 0,
    logLevel: 'off',
  })
  await client.entities.list()
  const { id } = await client.entities.create({
    type: 'organization',
    name: 'Halfmoon Minerals Oy',
    countryCode: 'FI',
  })
  await client.entities.create({ type: 'person', name: 'Ilse Brandt', countryCode: 'DE' })
  await client.entities.create({ type: 'organization', name: '[fifty-percent] Works Ltd', countryCode: 'GB' })
  server.clock.settle()
  server.faults.add({ operation: 'listEntities', kind: 'lost_response', times: 1 })
  server.faults.add({ operation: 'getHealth', status: 503, times: 1 })
  await client.entities.list().catch(() => {})
  await client.service.health().catch(() => {})
  await client.entities.create({ type: 'person', name: '[error-429] Ilse Brandt' }).catch(() => {})
  await client.entities.network(id)
  await client.search.persons({ fullName: 'Ilse Brandt' })
  return id
}
