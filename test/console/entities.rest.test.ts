import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { describeConsole } from './open-console.ts'

const markup = '<img src=x onerror="document.title=1"> & <b>Sons</b> Ltd'

describeConsole(begin => {
  it('entities are created, found and filtered; a refused one says why', async () => {
    const { page, on, call } = await begin('Entities')
    await page.getByText('No entity yet').waitFor()
    await page.getByRole('button', { name: 'Create one' }).click()
    const dialog = page.getByRole('dialog')
    const name = dialog.getByLabel('Name')
    await expect.poll(() => name.evaluate(field => field.matches(':focus'))).toBe(true)
    await name.fill(markup)
    await dialog.getByLabel('Country').fill('Germany')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText(/^400: .*countryCode must be a 2-letter ISO/).waitFor()
    await dialog.getByLabel('Country').fill('DE')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByText('1 entity', { exact: true }).waitFor()
    const opener = page.getByRole('button', { name: 'Create one' })
    await expect.poll(() => opener.evaluate(button => button.matches(':focus'))).toBe(true)
    await call('/v1/entities', { type: 'person', name: '[sanctioned] Ilse Brandt' })
    await on(({ clock }) => clock.settle())
    await page.getByText('2 entities', { exact: true }).waitFor()
    await page.getByRole('gridcell', { name: 'High Risk' }).waitFor()
    const names = () => page.locator('tbody tr td:first-child').allInnerTexts()
    await expect.poll(names).toEqual(['[sanctioned] Ilse Brandt', markup])
    const found = async (label: string, act: (label: string) => Promise<unknown>, expected: string[]) => {
      await act(label)
      await expect.poll(names).toEqual(expected)
    }
    await found('Risk', label => page.getByLabel(label).selectOption('high'), ['[sanctioned] Ilse Brandt'])
    await found('Risk', label => page.getByLabel(label).selectOption(''), [
      '[sanctioned] Ilse Brandt',
      markup,
    ])
    await found('Type', label => page.getByLabel(label).selectOption('organization'), [markup])
    await found('Status', label => page.getByLabel(label).fill('NOT_STARTED'), [])
    await found('Status', label => page.getByLabel(label).fill('IN_PROGRESS'), [markup])
    await found('Search', label => page.getByLabel(label).fill('sons'), [markup])
    expect(await page.title()).not.toBe('1')
  })

  it('a name that turns the direction of its text is shown as it is written', async () => {
    const { page, call } = await begin('Entities')
    const name = 'Nordwind \u202egpj.exe Ltd'
    expect((await call('/v1/entities', { type: 'organization', name })).body).toMatchObject({
      data: { name },
    })
    const shown = 'Nordwind \\u202egpj.exe Ltd'
    await page.getByRole('gridcell', { name: shown }).click()
    await page.getByRole('heading', { name: shown }).waitFor()
    expect(await page.getByRole('main').textContent()).not.toContain('\u202e')
  })

  it('many are loaded at once, screened already, and what is wrong says where', async () => {
    const { page, on } = await begin('Entities')
    await page.getByRole('button', { name: 'Load many' }).click()
    const dialog = page.getByRole('dialog')
    const text = dialog.getByRole('textbox', { name: /^One name/ })
    await expect.poll(() => text.evaluate(field => field.matches(':focus'))).toBe(true)
    await text.fill('name;country\nHalfmoon Minerals Oy;FI\nBeta Ltd;Atlantis')
    await dialog.getByRole('button', { name: 'Load 2 entities' }).click()
    await dialog.getByText(/entities\[1\]\.countryCode must be/).waitFor()
    expect(await on(server => server.snapshot().teams.some(({ entities }) => entities.length > 0))).toBe(
      false,
    )
    await text.fill('name;country\nHalfmoon Minerals Oy;Finland\nBeta Ltd;GB')
    await dialog.getByRole('button', { name: 'Load 2 entities' }).click()
    await page.getByText('Loaded 2 entities').waitFor()
    await page.getByRole('gridcell', { name: 'High Risk' }).waitFor()
  })

  it('are sorted, the newest first at the beginning', async () => {
    const { page, on } = await begin('Entities')
    await on(server =>
      server.load({
        entities: ['Beta Ltd', '[sanctioned] Gamma Ltd', 'Acme Ltd'].map(name => ({
          type: 'organization' as const,
          name,
        })),
      }),
    )
    const names = () => page.locator('tbody tr td:first-child').allInnerTexts()
    await expect.poll(names).toEqual(['Acme Ltd', '[sanctioned] Gamma Ltd', 'Beta Ltd'])
    const order = page.getByLabel('Order')
    await order.selectOption('Oldest first')
    await expect.poll(names).toEqual(['Beta Ltd', '[sanctioned] Gamma Ltd', 'Acme Ltd'])
    await order.selectOption('Name')
    await expect.poll(names).toEqual(['[sanctioned] Gamma Ltd', 'Acme Ltd', 'Beta Ltd'])
    await order.selectOption('Highest score')
    await expect.poll(async () => (await names())[0]).toBe('[sanctioned] Gamma Ltd')
  })

  it('an entity takes the focus, Escape gives it back to its row, and its JSON is that of a client', async () => {
    const { page, on, call } = await begin('Entities')
    await on(server =>
      server.load({
        entities: ['Acme Ltd', 'Beta Ltd'].map(name => ({ type: 'organization' as const, name })),
      }),
    )
    await page.getByRole('gridcell', { name: 'Acme Ltd' }).waitFor()
    await page.getByRole('grid').focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    const heading = page.getByRole('heading', { name: 'Acme Ltd', level: 2 })
    await expect.poll(() => heading.evaluate(element => element.matches(':focus'))).toBe(true)
    await page.getByText('JSON', { exact: true }).click()
    await page.getByRole('button', { name: 'Request the network' }).click()
    const [record, network] = [page.locator('details pre').nth(0), page.locator('details pre').nth(1)]
    await network.waitFor()
    const { body } = await call('/v1/entities')
    expect(JSON.parse((await record.textContent()) ?? '')).toEqual(body[0])
    const { body: wanted } = await call(`/v1/entities/${body[0].id}/network`)
    expect(JSON.parse((await network.textContent()) ?? '')).toEqual(wanted)
    await page.keyboard.press('Escape')
    const grid = page.getByRole('grid', { name: 'Entities' })
    await expect.poll(() => grid.evaluate(element => element.matches(':focus'))).toBe(true)
    await page
      .getByRole('row', { name: /^Acme Ltd/ })
      .and(page.locator('[data-active=true]'))
      .waitFor()
    await page.keyboard.press('Enter')
    await heading.waitFor()
  })

  it('ten thousand entities are windowed, and moved through by keyboard', async () => {
    const { page, on } = await begin('Entities')
    await on(server => {
      const name = (batch: number, at: number) => `Company ${batch * 1000 + at} Ltd`
      const header = (name: string) => (name === 'authorization' ? 'Bearer key-of-the-team-42' : null)
      for (let batch = 0; batch < 10; batch += 1) {
        const row = (_: unknown, at: number) => ({
          name: name(batch, at),
          type: 'organization',
          countryCode: 'GB',
        })
        const body = JSON.stringify({ entities: Array.from({ length: 1000 }, row) })
        server.dispatch({ method: 'POST', path: '/v1/entities/bulk', header, body, local: true })
      }
    })
    await page.getByText('10,000 entities', { exact: true }).waitFor()
    const grid = page.getByRole('grid', { name: 'Entities' })
    await grid.focus()
    await page.keyboard.press('End')
    await page.getByRole('gridcell', { name: 'Company 0 Ltd' }).waitFor()
    expect(await grid.locator('tbody tr').count()).toBeLessThan(60)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Company 1 Ltd' }).waitFor()
  })

  it('one entity is shown, rescanned, given a status and a document', async () => {
    const { page, on, call } = await begin('Entities')
    await call('/v1/entities', { type: 'organization', name: '[sanctioned] A Ltd' })
    await page.getByRole('gridcell', { name: '[sanctioned] A Ltd' }).click()
    await page.getByText('its owners are not known').waitFor()
    await on(({ clock }) => clock.settle())
    await page.getByText('High Risk, score 95').waitFor()
    await page.getByText('number 1', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Rescan' }).click()
    await page.getByText('number 2, next at').waitFor()
    await page.getByLabel('Case status by hand').fill('ESCALATED')
    await page.getByRole('button', { name: 'Set' }).click()
    await page.getByText('ESCALATED, set by hand').waitFor()
    await page.getByText('Documents (0)').click()
    await page.getByLabel('Address').fill('not an address')
    await page.getByRole('button', { name: 'Attach' }).click()
    await page.getByText(/^400: .*document_url must be/).waitFor()
    await page.getByLabel('Address').fill('https://example.com/a.pdf')
    await page.getByRole('button', { name: 'Attach' }).click()
    await page.getByText('Documents (1)').waitFor()
    await page.getByText('a.pdf', { exact: true }).waitFor()
  })

  it('the news of an action is gone with the next, and a record with its team', async () => {
    const { page, on, call } = await begin('Entities')
    await call('/v1/entities', { type: 'organization', name: 'Nordwind GmbH' })
    await page.getByRole('gridcell', { name: 'Nordwind GmbH' }).click()
    await page.getByRole('button', { name: 'Rescan' }).click()
    await page.getByText('Rescan started').waitFor()
    await on(({ faults }) => faults.add({ operation: 'rescanEntity', status: 503, times: 1 }))
    await page.getByRole('button', { name: 'Rescan' }).click()
    await page.getByText(/^503: /).waitFor()
    expect(await page.getByText('Rescan started').count()).toBe(0)
    await on(server => server.reset())
    await page.getByRole('button', { name: 'Rescan' }).waitFor({ state: 'detached' })
    await page.getByRole('alert').filter({ hasText: /./ }).first().waitFor()
    expect(await page.getByRole('heading', { name: 'Nordwind GmbH' }).count()).toBe(0)
  })

  it('a network is a picture that is moved through, chosen in and kept by keyboard', async () => {
    const { page, on, call } = await begin('Entities')
    await call('/v1/entities', { type: 'organization', name: '[two-26-percent] A Ltd' })
    await on(({ clock }) => clock.settle())
    await page.getByRole('gridcell', { name: '[two-26-percent] A Ltd' }).click()
    const picture = page.getByRole('group', { name: 'Network of [two-26-percent] A Ltd' })
    const party = page.getByRole('region', { name: 'Party' })
    const sanctions = page.getByRole('region', { name: 'Sanctions' })
    await sanctions.getByText('is blocked under the OFAC rule').waitFor()
    await party.getByText('No entry against it, which is no clearance').waitFor()
    const sanctioned = picture.getByRole('button', { name: /Sanctions/ }).first()
    const isFocused = () => sanctioned.evaluate(element => element.matches(':focus'))
    await page.getByRole('button', { name: 'Set' }).focus()
    for (let press = 0; press < 12 && !(await isFocused()); press += 1) await page.keyboard.press('Tab')
    expect(await isFocused()).toBe(true)
    await page.keyboard.press('Enter')
    await party.getByRole('heading', { name: 'Sanctions' }).waitFor()
    expect(await sanctioned.getAttribute('aria-pressed')).toBe('true')

    const view = () => picture.getAttribute('viewBox')
    const before = await view()
    await page.keyboard.press('ArrowRight')
    await expect.poll(view).not.toBe(before)
    await page.getByRole('button', { name: 'Show all' }).click()
    const all = (await view())?.split(' ').map(Number) ?? []
    await sanctioned.focus()
    await page.keyboard.press('+')
    await expect.poll(async () => Number((await view())?.split(' ')[2])).toBeLessThan(all[2] ?? 0)

    await page.getByLabel('Rule on sanctions').selectOption('uk')
    await sanctions.getByText('under the UK rule').first().waitFor()
    await page.getByLabel('Rule on beneficial owners').selectOption('amld')
    await page.getByText('Rule (AMLD)').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download SVG' }).click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^<svg .*\[two-26-percent\] A Ltd/)
  })

  it('a picture is dragged, and a drag chooses nobody', async () => {
    const { page, on, call } = await begin('Entities')
    await call('/v1/entities', { type: 'organization', name: '[fifty-percent] A Ltd' })
    await on(({ clock }) => clock.settle())
    await page.getByRole('gridcell', { name: '[fifty-percent] A Ltd' }).click()
    const picture = page.getByRole('group', { name: /^Network of/ })
    const owner = picture.getByRole('button', { name: /Sanctions/ })
    await owner.scrollIntoViewIfNeeded()
    const box = await owner.boundingBox()
    if (box === null) throw new TypeError('the owner is not in sight')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 80, y + 40, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => Math.round(((await owner.boundingBox())?.x ?? 0) - box.x)).toBe(80)
    expect(await owner.getAttribute('aria-pressed')).toBe('false')
    await owner.click()
    expect(await owner.getAttribute('aria-pressed')).toBe('true')
  })
})
