// Tests code that waits for a screening itself, and is not changed for it: it polls every two seconds.
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { afterEach, expect, it, vi } from 'vitest'

/** Yours. */
async function assess(client: EntityScreening, name: string) {
  const created = await client.entities.create({ type: 'organization', name })
  const { riskLevel } = await client.entities.waitForScreening(created)
  return riskLevel
}

function connect(server: MockServer, wait?: { every: number }) {
  const { apiKey } = server.teams.create()
  return new EntityScreening({ apiKey, baseUrl: 'http://localhost', fetch: server.fetch, wait })
}

/** Lets faked time pass until something is done. */
async function passTimeUntil<Result>(done: Promise<Result>): Promise<Result> {
  let isDone = false
  const end = () => {
    isDone = true
  }
  done.then(end, end)
  while (!isDone) await vi.advanceTimersByTimeAsync(100)
  return done
}

afterEach(() => void vi.useRealTimers())

it('fake timers: a real clock goes by them too', async () => {
  vi.useFakeTimers()
  const client = connect(createMockServer({ clock: 'real' }))
  expect(await passTimeUntil(assess(client, '[sanctioned] Acme GmbH'))).toBe('high')
})

it('no fake timers: a stepping clock goes on with each poll, and the client polls often', async () => {
  const client = connect(createMockServer({ clock: 'stepping' }), { every: 5 })
  expect(await assess(client, '[sanctioned] Acme GmbH')).toBe('high')
})
