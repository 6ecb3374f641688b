// Tests code that waits for a screening, without changing it. The code polls every
// two seconds.
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { afterEach, expect, it, vi } from 'vitest'

/** Your code. */
async function assess(client: EntityScreening, name: string) {
  const created = await client.entities.create({ type: 'organization', name })
  const { riskLevel } = await client.entities.waitForScreening(created)
  return riskLevel
}

function connect(server: MockServer, wait?: { every: number }) {
  return new EntityScreening({ ...server.connect(), wait })
}

/** Advances fake timers until a promise settles. */
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

it('with fake timers, a real clock follows them', async () => {
  vi.useFakeTimers()
  const client = connect(createMockServer({ clock: 'real' }))
  expect(await passTimeUntil(assess(client, '[sanctioned] Acme GmbH'))).toBe('high')
})

it('without fake timers, a stepping clock advances with each poll', async () => {
  const client = connect(createMockServer({ clock: 'stepping' }), { every: 5 })
  expect(await assess(client, '[sanctioned] Acme GmbH')).toBe('high')
})
