// @vitest-environment jsdom
// Tests a component in jsdom or happy-dom with the mock server. The client is
// configured as in a browser.
import { fireEvent, render, screen } from '@testing-library/react'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { setupServer } from 'msw/node'
import { useState } from 'react'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** Your component. */
function Assessment({ client }: { client: EntityScreening }) {
  const [risk, setRisk] = useState('Not assessed')
  async function assess() {
    setRisk('Screening …')
    const acme = { type: 'organization', name: '[sanctioned] Acme GmbH' } as const
    const { riskLabel } = await client.entities.waitForScreening(
      await client.entities.create(acme),
    )
    setRisk(riskLabel ?? 'Unknown')
  }
  return (
    <>
      <button type="button" onClick={assess} disabled={risk !== 'Not assessed'}>
        Assess
      </button>
      <p role="status">{risk}</p>
    </>
  )
}

const baseUrl = '/screening'
const server = createMockServer({ clock: 'stepping' }) // Advances with each poll.
const { apiKey } = server.teams.create()
// With a key, the handlers play the proxy that adds it.
const interceptor = setupServer(...createHandlers(server, { baseUrl, apiKey }))
beforeAll(() => interceptor.listen())
afterAll(() => interceptor.close())

it('shows the risk of a sanctioned organization', async () => {
  const client = new EntityScreening({ apiKey: null, baseUrl, wait: { every: 5 } })
  render(<Assessment client={client} />)
  fireEvent.click(screen.getByRole('button', { name: 'Assess' }))
  expect(screen.getByRole('status').textContent).toBe('Screening …')
  expect(await screen.findByText('High Risk')).toBe(screen.getByRole('status'))
})
