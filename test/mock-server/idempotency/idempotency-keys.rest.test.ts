import type { Behaviour } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'
import { createWire, type Wire } from '../wire.ts'

const person = { type: 'person', name: 'Ilse Brandt' }
const honoured: Behaviour = { idempotencyKeys: 'honoured' }

function post({ send }: Wire, key: string, body: unknown = person, path = '/v1/entities') {
  return send('POST', path, body, { 'idempotency-key': key })
}

async function countEntities({ get }: Wire): Promise<unknown> {
  const { body } = await get('/v1/entities')
  return Array.isArray(body) ? body.length : body
}

it('idempotency keys are kept for the latest 10,000 requests of a team, in a snapshot too', async () => {
  const wire = createWire({ behaviour: honoured, entityLimit: 20_000 })
  for (let number = 0; number <= 10_000; number += 1) await post(wire, `key-${number}`)
  const kept = wire.server.snapshot().teams.flatMap(({ idempotencyKeys }) => idempotencyKeys)
  expect(kept).toHaveLength(10_000)
  await post(wire, 'key-1')
  expect(await countEntities(wire)).toBe(10_001)
  await post(wire, 'key-0')
  expect(await countEntities(wire)).toBe(10_002)
}, 60_000)
