import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright'
import { expect, it } from 'vitest'
import { describeConsole } from './open-console.ts'
import { apiKey } from './worker-page.ts'

const markup = '[sanctioned] <img src=x onerror=alert(1)> GmbH'

function browserOf(page: Page): Browser {
  const browser = page.context().browser()
  if (browser === null) throw new TypeError('the page has no browser')
  return browser
}

describeConsole(begin => {
  it('shows each request as it comes, with its fault or scenario, and opens it by keyboard', async () => {
    const { page, on, call } = await begin('Requests')
    await on(({ faults }) => faults.add({ operation: 'listEntities', status: 503, times: 1 }))
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
    const details = page.getByRole('region', { name: /^Request / })
    await expect
      .poll(() => details.getByRole('heading', { level: 2 }).evaluate(heading => heading.matches(':focus')))
      .toBe(true)
    const text = await details.textContent()
    expect(text).toContain(`"name": "${markup}"`)
    expect(text).toContain('"caseStatus": "NOT_STARTED"')
    expect(await page.content()).not.toContain(apiKey)
  })

  it('says of a request that no response ever comes, not that it waits', async () => {
    const { page, on, call } = await begin('Requests')
    await on(({ faults }) => faults.add({ kind: 'no_response' }))
    const unanswered = call('/v1/health').catch(() => {})
    await page.getByRole('row', { name: /none\s+getHealth/ }).waitFor()
    expect(unanswered).toBeInstanceOf(Promise)
  })

  it('filters by text and by outcome, and says how many pass', async () => {
    const { page, call } = await begin('Requests')
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
    const { page, on, call } = await begin('Requests')
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
    expect(await on(({ requests }) => requests.list())).toEqual([])
    expect((await call('/v1/entities')).body).toHaveLength(1)
  })

  it('sends a request again with a key that the page never has, and copies it as curl', async () => {
    const { page, baseUrl, call } = await begin('Requests')
    await call('/v1/entities', { type: 'person', name: "Ilse O'Brandt", country_code: 'DE' })
    await page.getByRole('grid').locator('tbody tr').first().click()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Sent again: status 201.').waitFor()
    expect((await call('/v1/entities')).body).toMatchObject([
      { name: "Ilse O'Brandt" },
      { name: "Ilse O'Brandt" },
    ])
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await page.getByText('Copy as curl: done').waitFor()
    const command = await page.evaluate(() => navigator.clipboard.readText())
    expect(command).toContain(`--request POST ${baseUrl ?? '"$ENTITY_SCREENING_BASE_URL"'}/v1/entities`)
    expect(command).toContain('"authorization: Bearer $ENTITY_SCREENING_API_KEY"')
    expect(command).not.toContain(apiKey)
  })

  it('exports what is shown as a HAR file that a browser replays', async () => {
    const { page, baseUrl, call } = await begin('Requests')
    const created = await call('/v1/entities', { type: 'person', name: 'Ilse Brandt' })
    await call('/v1/health')
    await expect.poll(() => page.getByRole('grid').locator('tbody tr').count()).toBe(2)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export HAR' }).click()
    const file = await (await download).path()
    expect(JSON.parse(await readFile(file, 'utf8')).log.entries).toHaveLength(2)

    const context = await browserOf(page).newContext()
    await context.routeFromHAR(file, { url: '**/v1/**' })
    const replayed = await context.newPage()
    await replayed.goto(`${baseUrl ?? 'http://localhost'}/v1/health`)
    const answer = await replayed.evaluate(async () => {
      const body = JSON.stringify({ type: 'person', name: 'Ilse Brandt' })
      return (await fetch('/v1/entities', { method: 'POST', body })).json()
    })
    expect(answer).toEqual(created.body)
    await context.close()
  })

  it('5,000 requests are shown in rows that are in sight only, and End reaches the first one', async () => {
    const { page, on } = await begin('Requests')
    await on(server => {
      const request = { method: 'GET', path: '/v1/health', header: () => null, body: '', local: true }
      for (let sent = 0; sent < 5000; sent += 1) server.dispatch(request)
    })
    await page.getByText('5,000 requests', { exact: true }).waitFor()
    expect(await page.getByRole('grid').locator('tbody tr').count()).toBeLessThan(60)
    await page.getByRole('grid').focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const first = await on(({ requests }) => requests.list()[0]?.id)
    await page.getByRole('region', { name: `Request ${first}`, exact: true }).waitFor()
  })
})
