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
      /2025-01-01 00:00:00\s+201\s+createEntity POST \/v1\/entities\s+\[sanctioned\] <img src=x onerror=alert\(1\)> GmbH\s+sanctioned\s+team-1\s+[\d.]+ (µs|ms)/,
    )
    expect(listed).toMatch(
      /503\s+listEntities GET \/v1\/entities\s+This error is an injected fault\.\s+status\s+team-1/,
    )

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

  it('pauses and clears in every order', async () => {
    const { page, call } = await begin('Requests')
    await call('/v1/health')
    const rows = page.getByRole('grid').locator('tbody tr')
    // The row of the test before may still be on its way.
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('/v1/health')])
    await page.getByRole('button', { name: 'Pause' }).click()
    await call('/v1/health')
    await page.getByText('1 more since the pause').waitFor()
    await page.getByRole('button', { name: 'Clear log' }).click()
    await expect.poll(() => rows.count()).toBe(0)
    await page.getByText(/more since the pause/).waitFor({ state: 'detached' })
    await call('/v1/health')
    await call('/v1/health')
    await page.getByText('2 more since the pause').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect.poll(() => rows.count()).toBe(2)
  })

  it('walks through open requests by keyboard; Escape closes, and the focus is where it was', async () => {
    const { page, call } = await begin('Requests')
    for (const path of ['/v1/health', '/', '/v1/entities']) await call(path)
    const grid = page.getByRole('grid', { name: 'Requests' })
    await expect.poll(() => grid.locator('tbody tr').count()).toBe(3)
    await grid.focus()
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
    const title = (name: string) => page.getByRole('heading', { name, level: 2 })
    const hasFocus = (name: string) => title(name).evaluate(element => element.matches(':focus'))
    await expect.poll(() => hasFocus('listEntities')).toBe(true)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => hasFocus('getServiceIndex')).toBe(true)
    await page.keyboard.press('ArrowUp')
    await title('listEntities').waitFor()
    await grid.focus()
    await page.keyboard.press('ArrowDown')
    await title('getServiceIndex').waitFor()
    await page.keyboard.press('Escape')
    await title('getServiceIndex').waitFor({ state: 'detached' })
    await expect.poll(() => grid.evaluate(element => element.matches(':focus'))).toBe(true)
  })

  it('composes a request from an example, and from one in the log', async () => {
    const { page, on } = await begin('Requests')
    await page.getByRole('button', { name: 'Compose' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Example of').selectOption('createEntity')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByText('Status 201').waitFor()
    await dialog.getByLabel('Example of').selectOption('getNetwork')
    expect(await dialog.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    const opener = page.getByRole('button', { name: 'Compose' })
    await expect.poll(() => opener.evaluate(element => element.matches(':focus'))).toBe(true)
    await page.getByRole('gridcell', { name: /^createEntity/ }).click()
    await page.getByRole('button', { name: 'Edit and send' }).click()
    const body = dialog.getByRole('textbox', { name: 'Body' })
    await body.fill((await body.inputValue()).replace('Nordwind', 'Südwind'))
    await dialog.getByLabel('Team').selectOption('no key')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByText('Status 401').waitFor()
    await dialog.getByLabel('Team').selectOption('team-1')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByText('Status 201').waitFor()
    await page.keyboard.press('Escape')
    expect(
      await on(({ requests }) => requests.list().map(({ requestBody }) => requestBody?.includes('Südwind'))),
    ).toEqual([false, true, true])
  })

  it('composes a request with headers of its own, and repeats those of one in the log', async () => {
    const { page, on } = await begin('Requests')
    await page.getByRole('button', { name: 'Compose' }).click()
    const dialog = page.getByRole('dialog')
    const headers = dialog.getByRole('textbox', { name: 'Headers' })
    await dialog.getByLabel('Example of').selectOption('createEntity')
    const send = async (text: string) => {
      await headers.fill(text)
      await dialog.getByRole('button', { name: 'Send' }).click()
    }
    await send('no colon')
    await dialog.getByText('The header "no colon" needs a name and a colon').waitFor()
    await send('Authorization: Bearer key')
    await dialog.getByText('must leave out authorization: the server adds the key of the team').waitFor()
    await send('Content-Type: text/plain\nX-Trace: 7')
    await dialog.getByText('Status 201').waitFor()
    const logged = () => on(({ requests }) => requests.list().map(({ requestHeaders }) => requestHeaders))
    expect(await logged()).toEqual([{ 'content-type': 'text/plain', 'x-trace': '7' }])
    await page.keyboard.press('Escape')
    await page.getByRole('gridcell', { name: /^createEntity/ }).click()
    await page.getByRole('button', { name: 'Edit and send' }).click()
    expect(await headers.inputValue()).toBe('content-type: text/plain')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Sent again: status 201.').waitFor()
    expect((await logged())[1]).toEqual({ 'content-type': 'text/plain' })
  })

  it('colours JSON, and changes no character of it', async () => {
    const { page, call } = await begin('Requests')
    const { body } = await call('/v1/entities', { type: 'organization', name: 'A "quoted": true, 7 Ltd' })
    await page.getByRole('gridcell', { name: /^createEntity/ }).click()
    const response = page.locator('.details pre').last()
    await expect.poll(async () => JSON.parse((await response.textContent()) ?? '')).toEqual(body)
    const parts = (kind: string) => response.locator(`.json-${kind}`).allTextContents()
    expect(await parts('name')).toEqual(expect.arrayContaining(['"success"', '"data"', '"name"']))
    expect(await parts('string')).toContain('"A \\"quoted\\": true, 7 Ltd"')
    expect(await parts('literal')).toEqual(['true'])
    const colours = await response.evaluate(element => {
      const colourOf = (part: Element) => getComputedStyle(part).color
      return new Set([element, ...element.querySelectorAll('span')].map(colourOf)).size
    })
    expect(colours).toBe(4)
  })

  it('leads to the entity of a request, and copies its id', async () => {
    const { page, call } = await begin('Requests')
    const { body } = await call('/v1/entities', { type: 'person', name: 'Ilse Brandt' })
    await page.getByRole('gridcell', { name: /^createEntity/ }).click()
    await page.getByRole('button', { name: 'Copy entity id' }).click()
    await page.getByText('Copy entity id: done').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(body.data.id)
    await page.getByRole('link', { name: 'Open' }).click()
    await page.getByRole('heading', { name: 'Ilse Brandt' }).waitFor()
    await page.getByRole('button', { name: 'Copy id' }).click()
    await page.getByText('Copy id: done').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(body.data.id)
  })

  it('filters by the subject', async () => {
    const { page, call } = await begin('Requests')
    for (const name of ['Ilse Brandt', 'Nordwind Example'])
      await call('/v1/entities', { type: 'person', name, country_code: 'DE' })
    const rows = page.getByRole('grid').locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByLabel('Filter by text').fill('nordwind')
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Nordwind Example')])
  })

  it('marks a body that is not sent as JSON', async () => {
    const { page, on } = await begin('Requests')
    await on(server =>
      server
        .fetch('http://localhost/v1/entities', {
          method: 'POST',
          body: '{}',
          headers: { authorization: 'Bearer key-of-the-team-42' },
        })
        .then(({ status }) => status),
    )
    await page.getByRole('gridcell', { name: 'warning' }).click()
    await page.getByText('send the header Content-Type: application/json').waitFor()
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

  it('1,000 requests are shown in rows that are in sight only, and End reaches the first one', async () => {
    const { page, on } = await begin('Requests')
    await on(server => {
      const request = { method: 'GET', path: '/v1/health', header: () => null, body: '', local: true }
      for (let sent = 0; sent < 1000; sent += 1) server.dispatch(request)
    })
    await page.getByText('1,000 requests', { exact: true }).waitFor()
    expect(await page.getByRole('grid').locator('tbody tr').count()).toBeLessThan(60)
    await page.getByRole('grid').focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const first = await on(({ requests }) => requests.list()[0]?.id)
    await page.getByRole('region', { name: `Request ${first}`, exact: true }).waitFor()
  })
})
