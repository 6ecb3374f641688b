import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Screening } from '../../examples/07-tanstack-query.tsx'

it('the example for TanStack Query shows what it creates, and its risk once that is known', async () => {
  const server = createMockServer()
  const { apiKey } = server.teams.create()
  const options = { apiKey, baseUrl: 'http://localhost', fetch: server.fetch, dangerouslyAllowBrowser: true }
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<Screening client={new EntityScreening(options)} />)
  await userEvent.click(page.getByRole('button', { name: 'Create' }))
  await expect.element(page.getByText(/Acme GmbH, screening …/)).toBeVisible()
  server.clock.settle()
  await expect.element(page.getByText(/Acme GmbH, High Risk/), { timeout: 5000 }).toBeVisible()
  root.unmount()
})
