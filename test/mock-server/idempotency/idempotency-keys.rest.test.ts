import { expect, it } from 'vitest'
import { createWire } from '../wire.ts'
import { countEntities, honoured, post } from './keyed-requests.ts'

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
