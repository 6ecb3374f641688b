import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

// Where msw says what it answers.
vi.spyOn(console, 'groupCollapsed').mockImplementation(() => {})
vi.spyOn(console, 'log').mockImplementation(() => {})

it('the example for a page shows a sanctioned entity', async () => {
  await import('../../examples/06-mock-in-the-browser/main.ts')
  expect(document.body.textContent).toContain(
    'Screening … [sanctioned] Acme GmbH: High Risk, sanctioned under Fictional Test Programme',
  )
})

it('the example for the console shows it in the page', async () => {
  await import('../../examples/27-console-in-a-page.ts')
  await expect.element(page.getByRole('link', { name: 'Scenarios' })).toBeVisible()
})
