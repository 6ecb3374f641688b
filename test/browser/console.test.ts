import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { mountConsole } from 'entity-screening-sdk/mock-server/console'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { setupWorker } from 'msw/browser'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { page } from 'vitest/browser'

const baseUrl = 'https://screening.example'
const server = createMockServer({ adminToken: 'open-sesame' })
const worker = setupWorker(...createHandlers(server, { baseUrl }))
const { id: team, apiKey } = server.teams.create()
const client = new EntityScreening({ apiKey, baseUrl, dangerouslyAllowBrowser: true })
let unmount = () => {}

beforeAll(async () => {
  await worker.start({ quiet: true })
})
afterEach(() => unmount())
afterAll(() => worker.stop())

function open(options: Parameters<typeof mountConsole>[2]): HTMLElement {
  const element = document.body.appendChild(document.createElement('div'))
  element.style.height = '600px'
  const mounted = mountConsole(element, server, options)
  unmount = () => {
    mounted.unmount()
    element.remove()
  }
  return element
}

it("shows the requests that msw's worker catches, in views of its own that leave the page's address alone", async () => {
  const address = location.href
  open({ adminToken: 'open-sesame' })
  await client.entities.create({ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' })
  await expect.element(page.getByText(/^createEntity/)).toBeVisible()
  await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
  await page.getByText(/^createEntity/).click()
  await expect.element(page.getByRole('heading', { name: 'createEntity' })).toBeVisible()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect.element(page.getByText('Sent again: status 201.')).toBeVisible()
  expect(await client.entities.list()).toHaveLength(2)

  await page.getByRole('link', { name: 'Clock' }).click()
  await page.getByRole('button', { name: 'Settle' }).click()
  await expect.element(page.getByText('Nothing is due.')).toBeVisible()
  expect(new Date(server.clock.now()).toISOString()).toBe('2025-01-01T00:00:05.000Z')
  await page.getByRole('link', { name: 'Entities' }).click()
  await expect.element(page.getByText('Nordwind GmbH').first()).toBeVisible()
  expect(location.href).toBe(address)
})

it('asks for the admin token, and leaves nothing behind when it is unmounted', async () => {
  const element = open({})
  await page.getByLabelText('Token').fill('open-sesame')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
  const teams = () =>
    [...(element.querySelector('div')?.shadowRoot?.querySelectorAll('option') ?? [])].map(
      ({ value }) => value,
    )
  await expect.poll(teams).toContain(team)
  unmount()
  expect(element.childElementCount).toBe(0)
})

it('says what is wrong with what it is given', () => {
  // @ts-expect-error: a caller without types
  expect(() => mountConsole(null, server)).toThrow('mountConsole: element must be an element of the page')
  // @ts-expect-error: the options came first
  expect(() => mountConsole(document.body, {})).toThrow('mountConsole: the server must be one')
})
