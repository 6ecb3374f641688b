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

  it('of a name that is too long, the end is cut, also if it is written from right to left', async () => {
    const { page, on } = await begin('Entities')
    await on(server =>
      server.load({
        entities: ['Nordwind ', 'شركة '].map(word => ({
          type: 'organization' as const,
          name: word.repeat(60),
        })),
      }),
    )
    for (const word of ['Nordwind', 'شركة']) {
      const cell = page.getByRole('gridcell', { name: word }).first()
      const places = await cell.evaluate(element => {
        const [range, text] = [document.createRange(), element.firstChild]
        if (text === null) throw new TypeError('the cell is empty')
        const placeOf = (offset: number) => {
          range.setStart(text, offset)
          range.setEnd(text, offset + 1)
          const [{ left, right }, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
          return left >= box.left - 1 && right <= box.right + 1 ? 'in sight' : 'cut'
        }
        return [placeOf(0), placeOf(200)]
      })
      expect(places).toEqual(['in sight', 'cut'])
    }
  })

  it('many are loaded at once, screened already, and what is wrong says where', async () => {
    const { page, on } = await begin('Entities')
    await page.getByRole('button', { name: 'Load many' }).click()
    const dialog = page.getByRole('dialog')
    const text = dialog.getByRole('textbox', { name: /^One name/ })
    await expect.poll(() => text.evaluate(field => field.matches(':focus'))).toBe(true)
    await text.fill('name;country\nHalfmoon Minerals Oy;FI')
    await dialog.getByText('The first line names the columns of a table').waitFor()
    expect(await dialog.getByRole('button', { name: 'Load 0 entities' }).isDisabled()).toBe(true)
    const entities = [{ type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'FI' }]
    const beta = { type: 'organization', name: 'Beta Ltd', countryCode: 'Atlantis' }
    await text.fill(JSON.stringify([...entities, beta]))
    await dialog.getByRole('button', { name: 'Load 2 entities' }).click()
    await dialog.getByText(/entities\[1\]\.countryCode must be/).waitFor()
    expect(await on(server => server.snapshot().teams.some(({ entities }) => entities.length > 0))).toBe(
      false,
    )
    await text.fill('Halfmoon Minerals, Inc.\nBeta Ltd')
    await dialog.getByRole('button', { name: 'Load 2 entities' }).waitFor()
    await text.fill(JSON.stringify({ entities: [...entities, { ...beta, countryCode: 'GB' }] }))
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

  it('are shown from the first when others are selected, and stay in place when one is created', async () => {
    const { page, on, call } = await begin('Entities')
    await on(server =>
      server.load({
        entities: Array.from({ length: 60 }, (_, index) => ({
          type: 'organization' as const,
          name: `Nordwind ${index} GmbH`,
        })),
      }),
    )
    const grid = page.getByRole('grid', { name: 'Entities' })
    await page.getByText('60 entities').waitFor()
    const isAtTop = () => grid.evaluate(element => element.parentElement?.scrollTop === 0)
    await grid.focus()
    await page.keyboard.press('End')
    expect(await isAtTop()).toBe(false)
    await call('/v1/entities', { type: 'organization', name: 'Halfmoon Minerals Oy' })
    await page.getByText('61 entities').waitFor()
    expect(await isAtTop()).toBe(false)
    await page.getByLabel('Order').selectOption('Name')
    await expect.poll(isAtTop).toBe(true)
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

  it('the first 500 of ten thousand entities are shown, more by a button, and are moved through by keyboard', async () => {
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
    const rows = grid.locator('tbody tr')
    expect(await rows.count()).toBe(500)
    await grid.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowUp')
    await page.getByRole('button', { name: 'Show 500 more' }).click()
    await expect.poll(() => rows.count()).toBe(1000)
    await page.getByText('The first 1,000 of 10,000').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('button', { name: 'Show 500 more' }).click()
    await expect.poll(() => rows.count()).toBe(1500)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Company 8999 Ltd' }).waitFor()
  })

  it('a level that is not listed looks unlike all others', async () => {
    const { page, on, call } = await begin('Entities')
    await on(server => {
      const stated = { type: 'organization' as const, riskScore: 99, caseStatus: 'IN_PROGRESS' }
      const risks = ['Low Risk', 'Medium Risk', 'High Risk', 'Severe Risk']
      return server.load({
        entities: risks.map(riskLevel => ({ ...stated, id: riskLevel, name: riskLevel, riskLevel })),
      })
    })
    await page.getByRole('gridcell', { name: 'Severe Risk' }).first().waitFor()
    const colours = await page
      .locator('.risk')
      .evaluateAll(risks => risks.map(risk => getComputedStyle(risk).color))
    expect(new Set(colours).size).toBe(4)
    await call('/v1/entities', { type: 'organization', name: 'Nordwind GmbH' })
    const colourOf = (text: string) =>
      page.locator('.risk', { hasText: text }).evaluate(risk => getComputedStyle(risk).color)
    expect(colours).not.toContain(await colourOf('no results yet'))
  })

  it('has a dash for each field that an entity lacks', async () => {
    const { page, on } = await begin('Entities')
    await on(server => server.load({ entities: [{ id: 'bare', name: 'Nordwind GmbH', platformId: 'p-1' }] }))
    await page.getByRole('gridcell', { name: 'Nordwind GmbH' }).click()
    const findValue = (name: string) =>
      page
        .locator('dl.record > div')
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('dd')
    for (const name of ['Type', 'Country', 'Updated', 'Due'])
      expect(await findValue(name).textContent()).toBe('–')
    await findValue('Platform id').getByText('p-1').waitFor()
  })

  it('an entity is edited by its fields and as JSON, and duplicated', async () => {
    const { page, on, call } = await begin('Entities')
    await call('/v1/entities', { type: 'organization', name: 'Nordwind GmbH', registration: 'HRB 7' })
    await on(({ clock }) => clock.settle())
    await page.getByRole('gridcell', { name: 'Nordwind GmbH' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Nordwind GmbH' })
    const name = dialog.getByLabel('Name')
    await expect.poll(() => name.evaluate(field => field.matches(':focus'))).toBe(true)
    await dialog.getByLabel('Country').fill('Atlantis')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/countryCode must be/).waitFor()
    await dialog.getByLabel('Country').fill('DE')
    await name.fill('Südwind GmbH')
    await dialog.getByLabel('Risk').fill('Severe Risk')
    await dialog.getByLabel('Score').fill('99')
    const json = dialog.getByLabel('JSON')
    expect(JSON.parse(await json.inputValue())).toEqual({
      id: expect.any(String),
      ...{ type: 'organization', name: 'Südwind GmbH', countryCode: 'DE', registration: 'HRB 7' },
      ...{ riskLevel: 'Severe Risk', riskScore: 99 },
    })
    await json.fill('{')
    await dialog.getByText('The text must be a JSON object.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await json.fill(
      JSON.stringify({
        type: 'organization',
        name: 'Südwind GmbH',
        dueDate: 'Mar 1, 2026',
        riskLevel: 'Severe Risk',
        riskScore: 99,
      }),
    )
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Südwind GmbH', level: 2 }).waitFor()
    await page.getByText('Severe Risk, score 99').waitFor()
    await page.getByText('Mar 1, 2026', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Duplicate' }).click()
    const copy = page.getByRole('dialog', { name: 'Duplicate Südwind GmbH' })
    await copy.getByLabel('Name').fill('Westwind GmbH')
    await copy.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Westwind GmbH', level: 2 }).waitFor()
    expect((await call('/v1/entities')).body).toMatchObject([
      { name: 'Südwind GmbH', riskLevel: 'Severe Risk' },
      { name: 'Westwind GmbH', riskLevel: 'Severe Risk' },
    ])
    expect(await on(({ requests }) => requests.list().map(({ method }) => method))).toEqual(['POST', 'GET'])
  })

  it('Escape in a dialog closes the dialog alone, and the button that opened it has the focus', async () => {
    const { page, call } = await begin('Entities')
    await call('/v1/entities', { type: 'organization', name: '[stuck] Nordwind GmbH' })
    await page.getByRole('gridcell', { name: '[stuck] Nordwind GmbH' }).click()
    const edit = page.getByRole('button', { name: 'Edit' })
    await edit.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).focus()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => edit.evaluate(element => element.matches(':focus'))).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('grid', { name: 'Entities' }).waitFor()
  })

  it('an entity that waits for nothing is not said to wait for the clock', async () => {
    const { page, on, call } = await begin('Entities')
    await call('/v1/entities', { type: 'organization', name: '[stuck] Nordwind GmbH' })
    await page.getByRole('gridcell', { name: '[stuck] Nordwind GmbH' }).click()
    await page.getByText('Advance the clock to get them.').waitFor()
    await on(({ clock }) => clock.settle())
    await page.getByText('its owners are not known.', { exact: false }).waitFor()
    await page.getByText('Advance the clock').waitFor({ state: 'detached' })
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
    await page.getByRole('button', { name: 'Set', exact: true }).click()
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

  it('a network is a picture that is scrolled, chosen in and kept by keyboard', async () => {
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
    await page.getByRole('button', { name: 'Set', exact: true }).focus()
    for (let press = 0; press < 12 && !(await isFocused()); press += 1) await page.keyboard.press('Tab')
    expect(await isFocused()).toBe(true)
    await page.keyboard.press('Enter')
    await party.getByRole('heading', { name: 'Sanctions' }).waitFor()
    expect(await sanctioned.getAttribute('aria-pressed')).toBe('true')

    const width = async () => Math.round((await picture.boundingBox())?.width ?? 0)
    await page.getByRole('button', { name: '100 %' }).click()
    const fullWidth = await width()
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('button', { name: 'Fit' }).click()
    await expect.poll(width).toBeLessThan(390)
    expect(await width()).toBeLessThan(fullWidth)
    await page.setViewportSize({ width: 1280, height: 720 })

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

  it('a picture too wide for its box opens with names that can be read, and its root in sight', async () => {
    const { page, on } = await begin('Entities')
    await on(server => server.load({ entities: [{ type: 'organization', name: '[large-network] A Ltd' }] }))
    await page.setViewportSize({ width: 800, height: 800 })
    await page.getByRole('gridcell', { name: '[large-network] A Ltd' }).click()
    const picture = page.getByRole('group', { name: /^Network of/ })
    const root = picture.locator('[aria-pressed=true]')
    const isRootInSight = () =>
      root.evaluate(party => {
        const box = party.closest('.picture-window')?.getBoundingClientRect()
        const { left, right, top, bottom } = party.getBoundingClientRect()
        return (
          box !== undefined &&
          left >= box.left &&
          right <= box.right &&
          top >= box.top &&
          bottom <= box.bottom
        )
      })
    await expect.poll(isRootInSight).toBe(true)
    const scale = () =>
      picture.evaluate(
        svg => svg.getBoundingClientRect().width / Number(svg.getAttribute('viewBox')?.split(' ')[2]),
      )
    expect(await scale()).toBeCloseTo(0.6)
    await page.getByRole('button', { name: 'Fit' }).click()
    await expect.poll(scale).toBeLessThan(0.6)
    await page.getByRole('button', { name: '100 %' }).click()
    await expect.poll(scale).toBeCloseTo(1)
    await expect.poll(isRootInSight).toBe(true)
    const last = picture.getByRole('button').last()
    await last.focus()
    await page.keyboard.press('Enter')
    expect(await last.getAttribute('aria-pressed')).toBe('true')
    await page.setViewportSize({ width: 1280, height: 720 })
  })
})
