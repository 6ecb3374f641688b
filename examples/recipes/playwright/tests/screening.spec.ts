// The control API below /__admin moves the clock and adds faults: see "The mock
// server".
import { expect, test } from '@playwright/test'

const control = 'http://127.0.0.1:4010/__admin'

test.beforeEach(async ({ page, request }) => {
  await request.post(`${control}/reset`)
  await page.goto('/')
})

test('a sanctioned organization is found', async ({ page, request }) => {
  await page.getByRole('button').click()
  await expect(page.getByRole('status')).toHaveText('Screening …')
  await request.post(`${control}/clock/settle`)
  await expect(page.getByRole('status')).toHaveText('Acme: High Risk')
})
