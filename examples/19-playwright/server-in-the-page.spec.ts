// The same page in development: the mock server runs in the page, behind msw's
// worker.
// `mocks.ts` assigns it to `globalThis.screeningServer`, where the test reaches it.

import { expect, test } from 'playwright/test'
import type {} from '../08-react-app/src/mocks.ts'

test('a sanctioned organization is found', async ({ page }) => {
  await page.goto(process.env.DEVELOPMENT_URL ?? 'http://localhost:5173')
  await page.getByLabel('Name').fill('[sanctioned] Acme GmbH')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.evaluate(() => screeningServer.clock.settle())
  await expect(page.getByRole('row', { name: 'Acme' })).toContainText('High Risk')
  const asked = await page.evaluate(() =>
    screeningServer.requests.list().map(({ operation }) => operation),
  )
  expect(asked).toContain('createEntity')
})
