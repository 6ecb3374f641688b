// Tests a page with the mock server. `page.route` handles the page's requests in
// the process of the test,
// which controls the clock and the faults. (In your project:
// `from '@playwright/test'`.)
import {
  createMockServer,
  createRouteHandler,
} from 'entity-screening-sdk/mock-server'
import { expect, test } from 'playwright/test'

const apiKey = 'test-key'
const server = createMockServer({ keys: { [apiKey]: 'my-team' } })

// Plays the service, and the route of your server that adds the key.
const handler = createRouteHandler(server, { baseUrl: '/screening', apiKey })

test.beforeEach(async ({ page }) => {
  server.reset()
  await page.route('**/screening/**', handler)
  // In development the page has a mock server of its own, whose worker would answer
  // first.
  await page.goto('/?mocks=off')
})

test('a sanctioned organization is found', async ({ page }) => {
  await page.getByLabel('Name').fill('[sanctioned] Acme GmbH')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('row', { name: 'Acme' })).toContainText('Screening')
  server.clock.settle()
  await expect(page.getByRole('row', { name: 'Acme' })).toContainText('High Risk')
  await page.getByRole('link', { name: 'Acme' }).click()
  await expect(page.getByRole('complementary', { name: 'Entries' })).toContainText(
    'Sanctions',
  )
})

test('a broken connection is reported', async ({ page }) => {
  server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
  await page.getByLabel('Name').fill('Nordwind GmbH')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'the request may still have been processed',
  )
  await expect(page.getByRole('row', { name: 'Nordwind GmbH' })).toBeVisible()
})
