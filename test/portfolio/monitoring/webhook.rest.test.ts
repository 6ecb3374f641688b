import { watchEntities, webhook } from 'entity-screening-sdk/portfolio'
import { expect, it } from 'vitest'
import { createReceiver } from './receiver.ts'
import { createListedTeam } from './watching.ts'

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

it('a receiver that never answers does not keep a watch that ends after a time, which tells what it has not delivered', async () => {
  const { url } = await createReceiver(() => {})
  const team = createListedTeam([{ id: 'a' }])
  const begun = performance.now()
  const { stopped, undelivered } = await watchEntities(team.client, {
    every: 20,
    duration: 1000,
    networks: 'never',
    onChange: webhook({ url, secret }),
    onCheck: () => team.set([{ id: 'b' }]),
  })
  expect({ stopped, undelivered }).toEqual({ stopped: null, undelivered: 2 })
  expect(performance.now() - begun).toBeLessThan(12_000)
})
