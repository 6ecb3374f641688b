import { expect, it } from 'vitest'
import { describeConsole, goTo, openConsole, useBrowser } from './open-console.ts'

describeConsole(begin => {
  it('the clock shows what is due and goes on by a step, to the next, and until all is done', async () => {
    const { page, on, call } = await begin('Clock')
    const now = page.getByRole('time')
    await expect.poll(() => now.textContent()).toBe('2025-01-01 00:00:00 UTC')
    await page.getByText('Manual: time stands still').waitFor()
    await page.getByText('Nothing is due.').waitFor()
    expect(await page.getByRole('button', { name: 'To the next' }).isDisabled()).toBe(true)

    await call('/v1/entities', { type: 'organization', name: 'Nordwind GmbH', country_code: 'DE' })
    const rows = page.getByRole('table').locator('tbody tr')
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual([
        expect.stringMatching(
          /^A screening begins\s+Nordwind GmbH of team-1\s+2025-01-01 00:00:01 UTC\s+1 s$/,
        ),
        expect.stringMatching(/^Results are in\s+Nordwind GmbH of team-1\s+2025-01-01 00:00:05 UTC\s+5 s$/),
      ])
    await page.getByRole('button', { name: 'To the next' }).click()
    await expect.poll(() => now.textContent()).toBe('2025-01-01 00:00:01 UTC')
    await page.getByRole('button', { name: 'Settle' }).click()
    await page.getByText('Nothing is due.').waitFor()
    await page.getByRole('button', { name: '+ 1 s' }).click()
    await page.getByRole('status').getByText('It is 2025-01-01 00:00:06 UTC.').waitFor()
    await page.getByRole('button', { name: '+ 1 min' }).click()
    await expect.poll(() => now.textContent()).toBe('2025-01-01 00:01:06 UTC')
    await page.getByRole('button', { name: '+ 1 day' }).click()
    await expect.poll(() => now.textContent()).toBe('2025-01-02 00:01:06 UTC')
    expect(await on(({ clock }) => clock.now())).toBe(Date.UTC(2025, 0, 2, 0, 1, 6))
  })

  it('a fault is added, counts its hits, and ends with the last', async () => {
    const { page, on, call } = await begin('Faults')
    await page.getByText('None is active: every request gets its ordinary response.').waitFor()
    await page.getByLabel('Operation').selectOption('listEntities')
    await page.getByRole('spinbutton', { name: 'Status' }).fill('503')
    await page.getByLabel('Retry-After, milliseconds').fill('7000')
    await page.getByLabel('Ends after hits').fill('2')
    await page.getByRole('button', { name: 'Add fault' }).click()
    const rows = page.getByRole('table', { name: 'Active faults' }).locator('tbody tr')
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual([
        expect.stringMatching(
          /^listEntities\s+Error status; nothing is done, status 503, Retry-After 7000 ms\s+each time, at most 2 times\s+0\s/,
        ),
      ])
    const { status, headers } = await call('/v1/entities')
    expect([status, headers['retry-after']]).toEqual([503, '7'])
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringMatching(/at most 2 times\s+1\s/)])
    await call('/v1/entities')
    await page.getByText('None is active').waitFor()
    const ended = page.getByRole('table', { name: 'Ended faults' }).locator('tbody tr')
    await expect.poll(() => ended.allInnerTexts()).toEqual([expect.stringContaining('2 of 2 used')])
    expect(await page.getByRole('table', { name: 'Active faults' }).count()).toBe(0)
    expect((await call('/v1/entities')).status).toBe(200)
    expect(await on(({ faults }) => faults.list())).toEqual([])
  })

  it('the clock goes on by a step of choice, and names what is due', async () => {
    const { page, on, call } = await begin('Clock')
    await call('/v1/entities', { type: 'person', name: 'Ilse Brandt' })
    await page.getByRole('link', { name: 'Ilse Brandt' }).first().waitFor()
    await page.getByLabel('Step').fill('soon')
    await page.getByRole('button', { name: 'Advance' }).click()
    await page.getByText('A step is a number with its unit').waitFor()
    await page.getByLabel('Step').fill('2.5 h')
    await page.keyboard.press('Enter')
    await page.getByText('It is 2025-01-01 02:30:00 UTC.').waitFor()
    expect(await on(({ clock }) => clock.now())).toBe(Date.UTC(2025, 0, 1, 2, 30))
  })

  it('what is due has its event and time on one line each, however long a name is', async () => {
    const { page, call } = await begin('Clock')
    await page.setViewportSize({ width: 1280, height: 800 })
    await call('/v1/entities', { type: 'organization', name: 'x'.repeat(300) })
    const cells = page.getByRole('table', { name: 'Due next' }).locator('tbody tr').first().locator('td')
    await cells.first().waitFor()
    const heights = await cells.evaluateAll(list =>
      list.map(cell => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return Math.round(range.getBoundingClientRect().height / 20)
      }),
    )
    expect([heights[0], heights[2], heights[3]]).toEqual([1, 1, 1])
    expect(heights[1]).toBeGreaterThan(1)
  })

  it('a fault has the body that it is given: JSON, or text', async () => {
    const { page, on } = await begin('Faults')
    for (const body of ['{ "code": 7 }', 'Gateway down']) {
      await page.getByLabel('Body: JSON or text').fill(body)
      await page.getByRole('button', { name: 'Add fault' }).click()
      await page.getByText('The fault is active.').waitFor()
    }
    await expect
      .poll(() => on(({ faults }) => faults.list().map(({ body }) => body)))
      .toEqual([{ code: 7 }, 'Gateway down'])
  })

  it('a fault is switched off, or all of them are', async () => {
    const { page, on } = await begin('Faults')
    await page.getByLabel('What happens').selectOption('lost_response')
    await page.getByLabel('Probability, %').fill('12.5')
    await page.getByLabel('Team').last().selectOption('team-1')
    await page.getByRole('button', { name: 'Add fault' }).click()
    await page.getByText('12.5 %').waitFor()
    const active = () => on(({ faults }) => faults.list())
    expect(await active()).toMatchObject([{ kind: 'lost_response', probability: 0.125, team: 'team-1' }])
    await page.getByRole('button', { name: /^Switch off/ }).click()
    await page.getByText('The fault is off.').waitFor()
    await expect.poll(active).toEqual([])
    await on(({ faults }) => {
      faults.add({ status: 500 })
      faults.add({ delay: 10 })
    })
    await page.getByRole('button', { name: 'Switch all off' }).click()
    await expect.poll(active).toEqual([])
  })

  it('a fault that is off, or used up, is on again from its first hit', async () => {
    const { page, on, call } = await begin('Faults')
    await on(({ faults }) => {
      faults.add({ operation: 'listEntities', status: 503, times: 1 })
      faults.add({ operation: 'getHealth', status: 500, body: { code: 7 } })
    })
    const switchOff = page.getByRole('button', { name: 'Switch off fault-2' })
    // The fault of the test before may have had the same id.
    await page.getByRole('table', { name: 'Active faults' }).getByText('getHealth').waitFor()
    await call('/v1/entities')
    const ended = page.getByRole('table', { name: 'Ended faults' }).locator('tbody tr')
    // The page has those of the tests before too.
    const latest = async (count: number) => (await ended.allInnerTexts()).slice(0, count)
    await expect.poll(() => latest(1)).toEqual([expect.stringContaining('1 of 1 used')])
    const others = (await ended.count()) - 1
    await switchOff.click()
    await expect
      .poll(() => latest(2))
      .toEqual([expect.stringMatching(/^getHealth[\s\S]*off/), expect.stringContaining('1 of 1 used')])
    // The page keeps them while another view is shown.
    await goTo(page, 'Clock')
    await goTo(page, 'Faults')
    await page.getByRole('button', { name: 'Switch on fault-1' }).first().click()
    await page.getByText('The fault is on again').waitFor()
    await page.getByRole('button', { name: 'Switch on fault-2' }).first().click()
    await expect
      .poll(() => on(({ faults }) => faults.list()))
      .toEqual([
        { id: 'fault-3', operation: 'listEntities', status: 503, times: 1, happened: 0 },
        { id: 'fault-4', operation: 'getHealth', status: 500, body: { code: 7 }, happened: 0 },
      ])
    await expect.poll(() => ended.count()).toBe(others)
  })

  it('the clock goes on from every view', async () => {
    const { page, on, call } = await begin('Entities')
    await call('/v1/entities', { type: 'organization', name: '[sanctioned] A Ltd' })
    await page.getByText('no results yet').waitFor()
    await page.getByRole('button', { name: '+ 1 s' }).click()
    const time = page.getByRole('banner').getByRole('time')
    await expect.poll(() => time.textContent()).toBe('2025-01-01 00:00:01 UTC')
    await page.getByRole('gridcell', { name: 'IN_PROGRESS' }).waitFor()
    await page.getByRole('button', { name: 'Settle' }).click()
    await page.getByRole('gridcell', { name: 'High Risk' }).waitFor()
    expect(await on(({ clock }) => clock.now())).toBe(Date.UTC(2025, 0, 1, 0, 0, 5))
  })
})

const browser = useBrowser()

it('an accelerated clock runs in the page as it runs in the server', async () => {
  const { page, server } = await openConsole(browser(), { view: 'clock', server: { clock: { speed: 3600 } } })
  await page.getByText('Accelerated: time passes 3600 times as fast as outside.').waitFor()
  const shown = async () => Date.parse((await page.getByRole('time').getAttribute('datetime')) ?? '')
  const before = await shown()
  await expect.poll(shown).toBeGreaterThan(before + 600_000)
  expect(Math.abs((await shown()) - server.clock.now())).toBeLessThan(3 * 3_600_000)
})
