import { expect, it } from 'vitest'
import { goTo, openConsole, useBrowser } from './open-console.ts'

const browser = useBrowser()

it('the console shows the entities of a server, has an icon, and is not in the log', async () => {
  const { page, call, server } = await openConsole(browser())
  expect(server.requests.list()).toEqual([])
  await call('/v1/entities', { type: 'organization', name: 'Nordwind GmbH' })
  await goTo(page, 'Entities')
  await page.getByRole('gridcell', { name: 'Nordwind GmbH' }).waitFor()
  const icon = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    return (await fetch(link?.href ?? 'none')).headers.get('content-type')
  })
  expect(icon).toBe('image/svg+xml')
})
