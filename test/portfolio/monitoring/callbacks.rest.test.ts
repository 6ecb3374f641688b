import { type WatchOptions, watchEntities } from 'entity-screening-sdk/portfolio'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createListedTeam, wireOf } from './watching.ts'

const never = () => new Promise<never>(() => {})

const unhandled: unknown[] = []
const note = (reason: unknown) => void unhandled.push(reason)
beforeEach(() => {
  unhandled.splice(0)
  process.on('unhandledRejection', note)
})
afterEach(async () => {
  // What was left behind may reject by now.
  await new Promise(resolve => setTimeout(resolve, 20))
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

/** A team whose risk changes with each check. */
function changingTeam() {
  let checks = 0
  const team = createListedTeam([])
  team.set(() => {
    checks += 1
    return Response.json([wireOf({ id: 'one', riskScore: checks })])
  })
  return team.client
}

const watch = (options: Partial<WatchOptions>) =>
  watchEntities(changingTeam(), { onChange() {}, networks: 'never', every: 1, ...options })

it('a watch gives onChange five seconds after an abort', async () => {
  const controller = new AbortController()
  const onChange = () => {
    controller.abort()
    return never()
  }
  const begin = performance.now()
  const report = await watch({ onChange, signal: controller.signal })
  expect(report).toMatchObject({ stopped: { cause: 'aborted' }, undelivered: 1 })
  expect(performance.now() - begin).toBeGreaterThan(4900)
})
