import { type WatchOptions, watchEntities } from 'entity-screening-sdk/portfolio'
import { afterEach, beforeEach, expect } from 'vitest'
import { createListedTeam, wireOf } from './watching.ts'

export const never = () => new Promise<never>(() => {})

/** Fails each test of a file that leaves a promise behind which rejects. */
export function refuseUnhandledRejections(): void {
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
}

/** A team whose risk changes with each check. */
export function changingTeam() {
  let checks = 0
  const team = createListedTeam([])
  team.set(() => {
    checks += 1
    return Response.json([wireOf({ id: 'one', riskScore: checks })])
  })
  return team.client
}

export const watch = (options: Partial<WatchOptions>) =>
  watchEntities(changingTeam(), { onChange() {}, networks: 'never', every: 1, ...options })
