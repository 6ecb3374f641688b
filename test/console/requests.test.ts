import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiKey, launchBrowser, openConsole } from './open-console.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const markup = '[sanctioned] <img src=x onerror=alert(1)> GmbH'

it('shows each request as it comes, with its fault or scenario, and opens it by keyboard', async () => {
  const { page, server, call } = await openConsole(browser)
  await page.getByText('No requests yet').waitFor()
  server.faults.add({ operation: 'listEntities', status: 503, times: 1 })
  await call('/v1/entities')
  await call('/v1/entities', { type: 'organization', name: markup, country_code: 'DE' })
  const rows = page.getByRole('grid', { name: 'Requests' }).locator('tbody tr')
  await expect.poll(() => rows.allInnerTexts()).toHaveLength(2)
  const [created, listed] = (await rows.allInnerTexts()).map(text => text.split('\n').join(' '))
  expect(created).toMatch(
    /2025-01-01 00:00:00\s+201\s+createEntity POST \/v1\/entities\s+sanctioned\s+team-1\s+[\d.]+ ms/,
  )
  expect(listed).toMatch(/503\s+listEntities GET \/v1\/entities\s+status\s+team-1/)

  await page.getByRole('grid').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const details = page.getByRole('region', { name: 'Request 2' })
  await expect
    .poll(() => details.getByRole('heading', { level: 2 }).evaluate(heading => heading.matches(':focus')))
    .toBe(true)
  const text = await details.textContent()
  expect(text).toContain(`"name": "${markup}"`)
  expect(text).toContain('"caseStatus": "NOT_STARTED"')
  expect(await page.content()).not.toContain(apiKey)
})

it('filters by text and by outcome, and says how many pass', async () => {
  const { page, call } = await openConsole(browser)
  await call('/v1/entities')
  await call('/v1/entities', { type: 'person', name: 'Ilse Brandt', country_code: 'DE' })
  await call('/v1/nothing')
  const rows = page.getByRole('grid').locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(3)
  await page.getByLabel('Filter by text').fill('ilse brandt')
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('createEntity')])
  await page.getByText('1 of 3 requests').waitFor()
  await page.getByLabel('Filter by text').fill('')
  await page.getByLabel('Filter by outcome').selectOption('Refused (4xx)')
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('GET /v1/nothing')])
})

it('pauses, goes on, and clears the log alone', async () => {
  const { page, server, call } = await openConsole(browser)
  await call('/v1/entities', { type: 'person', name: 'Ilse Brandt', country_code: 'DE' })
  const rows = page.getByRole('grid').locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByRole('button', { name: 'Pause' }).click()
  await call('/v1/entities')
  await call('/v1/entities')
  await page.getByText('2 more since the pause').waitFor()
  expect(await rows.count()).toBe(1)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => rows.count()).toBe(3)
  await page.getByRole('button', { name: 'Clear log' }).click()
  await page.getByText('No requests yet').waitFor()
  expect(server.requests.list()).toEqual([])
  expect(await (await call('/v1/entities')).json()).toHaveLength(1)
})

it('sends a request again with a key that the page never has, and copies it as curl', async () => {
  const { page, url, call } = await openConsole(browser, {
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  })
  await call('/v1/entities', { type: 'person', name: "Ilse O'Brandt", country_code: 'DE' })
  await page.getByRole('grid').locator('tbody tr').first().click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('Sent again: status 201.').waitFor()
  expect(await (await call('/v1/entities')).json()).toMatchObject([
    { name: "Ilse O'Brandt" },
    { name: "Ilse O'Brandt" },
  ])
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await page.getByText('Copy as curl: done').waitFor()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toContain(`--request POST ${url}/v1/entities`)
  expect(command).toContain('"authorization: Bearer $ENTITY_SCREENING_API_KEY"')
  expect(command).not.toContain(apiKey)
})

it('exports what is shown as a HAR file that a browser replays', async () => {
  const { page, url, call } = await openConsole(browser)
  const created = await (await call('/v1/entities', { type: 'person', name: 'Ilse Brandt' })).json()
  await call('/v1/health')
  await expect.poll(() => page.getByRole('grid').locator('tbody tr').count()).toBe(2)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export HAR' }).click()
  const file = await (await download).path()
  expect(JSON.parse(await readFile(file, 'utf8')).log.entries).toHaveLength(2)

  const context = await browser.newContext()
  await context.routeFromHAR(`${file}`, { url: '**/v1/**' })
  const replayed = await context.newPage()
  await replayed.goto(`${url}/v1/health`)
  const answer = await replayed.evaluate(async () => {
    const body = JSON.stringify({ type: 'person', name: 'Ilse Brandt' })
    return (await fetch('/v1/entities', { method: 'POST', body })).json()
  })
  expect(answer).toEqual(created)
  await context.close()
})

it('5,000 requests are shown in rows that are in sight only, and End reaches the first one', async () => {
  const { page, server } = await openConsole(browser)
  const request = { method: 'GET', path: '/v1/health', header: () => null, body: '', local: true }
  for (let sent = 0; sent < 5000; sent += 1) server.dispatch(request)
  await page.getByText('5,000 requests', { exact: true }).waitFor()
  expect(await page.getByRole('grid').locator('tbody tr').count()).toBeLessThan(60)
  await page.getByRole('grid').focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Request 1', exact: true }).waitFor()
})
