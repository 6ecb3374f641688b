import { readFile, writeFile } from 'node:fs/promises'
import { scenarios } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'
import { describeConsole, goTo } from './open-console.ts'
import { apiKey } from './worker-page.ts'

const nordwind = { type: 'organization', name: 'Nordwind GmbH' }

describeConsole(begin => {
  it('a scenario is created in the chosen team, and one that is refused says so', async () => {
    const { page, on } = await begin('Scenarios')
    await page.getByRole('button', { name: 'Create [sanctioned]' }).click()
    await page.getByRole('link', { name: '[sanctioned] Example Works Ltd' }).waitFor()
    await page.getByRole('combobox', { name: 'Create' }).selectOption('person')
    await page.getByRole('button', { name: 'Create [error-403]' }).click()
    await page.getByText('Refused with 403:').waitFor()
    await page.getByRole('button', { name: 'Create [pep]' }).click()
    await page.getByRole('link', { name: '[pep] Ilse Example' }).click()
    await page.getByRole('heading', { name: '[pep] Ilse Example' }).waitFor()
    const created = await on(server => server.snapshot().teams.flatMap(({ entities }) => entities))
    expect(created.map(({ type, name }) => [type, name])).toEqual([
      ['organization', '[sanctioned] Example Works Ltd'],
      ['person', '[pep] Ilse Example'],
    ])
  })

  it('scenarios are found by name and by outcome', async () => {
    const { page } = await begin('Scenarios')
    const names = () => page.getByRole('table', { name: 'Scenarios' }).locator('code').allInnerTexts()
    await expect.poll(names).toEqual(scenarios.map(({ prefix }) => prefix))
    await page.getByLabel('Filter scenarios').fill('OWNERSHIP')
    await expect.poll(names).toEqual(['[ownership-chain]', '[ownership-cycle]'])
    await page.getByText(`2 of ${scenarios.length} scenarios`).waitFor()
    await page.getByLabel('Filter scenarios').fill('owns exactly half')
    await expect.poll(names).toEqual(['[fifty-percent]'])
  })

  it('a key is created, shown masked, and copied when it is asked for', async () => {
    const { page, on } = await begin('State')
    await page.getByLabel('Team', { exact: true }).last().fill('team-of-tests')
    await page.getByLabel('Entity limit').fill('1.5')
    await page.getByRole('button', { name: 'Create team or key' }).click()
    await page.getByText('entityLimit must be').waitFor()
    await page.getByLabel('Entity limit').fill('50')
    await page.getByRole('button', { name: 'Create team or key' }).click()
    await page.getByText('Created a key of').waitFor()
    const teams = await on(server => server.snapshot().teams)
    const made = teams.find(({ id }) => id === 'team-of-tests')
    expect(made).toMatchObject({ entityLimit: 50, keys: [expect.any(String)] })
    await page.getByRole('button', { name: 'Copy key' }).click()
    await page.getByText('Copy key: done').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made?.keys[0])
    const shown = await page.getByRole('main').innerHTML()
    expect(shown).toContain('team-of-tests')
    for (const key of teams.flatMap(({ keys }) => keys)) expect(shown).not.toContain(key)
    await page.getByRole('row', { name: /^team-of-tests 0 of 50/ }).waitFor()
  })

  it('the number of entities of a team follows what programs create', async () => {
    const { page, call } = await begin('State')
    await page.getByRole('row', { name: /^team-1 0 of 10,000/ }).waitFor()
    await call('/v1/entities', nordwind)
    await page.getByRole('row', { name: /^team-1 1 of 10,000/ }).waitFor()
  })

  it('a reset asks before, and is undone', async () => {
    const { page, on, call } = await begin('State')
    const count = () => on(server => server.snapshot().teams.flatMap(({ entities }) => entities).length)
    await call('/v1/entities', nordwind)
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The log of requests does not return').waitFor()
    const cancel = dialog.getByRole('button', { name: 'Cancel' })
    await expect.poll(() => cancel.evaluate(button => button.matches(':focus'))).toBe(true)
    await cancel.click()
    expect(await count()).toBe(1)
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
    await expect.poll(count).toBe(0)
    // It stays while another view is shown.
    await goTo(page, 'Clock')
    await goTo(page, 'State')
    await page.getByRole('button', { name: 'Undo the reset' }).click()
    await page.getByText('The state before the reset is back.').waitFor()
    expect(await count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Undo the reset' }).count()).toBe(0)
    const heading = page.getByRole('heading', { name: 'Reset', level: 2 })
    await expect.poll(() => heading.evaluate(element => element.matches(':focus'))).toBe(true)
  })

  it('a snapshot is downloaded and restored', async () => {
    const { page, on, call } = await begin('State')
    await call('/v1/entities', nordwind)
    const snapshot = await on(server => server.snapshot())
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download snapshot' }).click(),
    ])
    const path = await download.path()
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(snapshot)
    expect(await page.getByRole('main').innerHTML()).not.toContain(apiKey)

    await call('/v1/entities', nordwind)
    const restore = async (file: string) => {
      await page.getByLabel('Snapshot file').setInputFiles(file)
      await page.getByRole('button', { name: 'Restore' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    }
    await writeFile(`${path}.txt`, 'no snapshot')
    await restore(`${path}.txt`)
    await page.getByText('The file is no JSON').waitFor()
    await restore(path)
    await page.getByText(/^Restored /).waitFor()
    expect(await on(server => server.snapshot())).toEqual(snapshot)
  })
})
