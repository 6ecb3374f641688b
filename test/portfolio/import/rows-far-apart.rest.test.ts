import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryJournal, createTeam, importInto, linesOf, organization, person } from '../team.ts'

beforeEach(() => {
  // Pauses after failures are drawn by lot: here there are none.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => vi.restoreAllMocks())

it('nobody is kept waiting for rows of an earlier run that are far apart', async () => {
  const journal = createMemoryJournal()
  let isDown: boolean | undefined
  const team = createTeam({}, server => async request => {
    // After the first creation the list cannot be read either.
    if (request.url.endsWith('/bulk')) isDown ??= true
    if (isDown) throw new TypeError('fetch failed')
    return server.fetch(request)
  })
  const twins = Array.from({ length: 1010 }, (_, day) =>
    person('Ilse Brandt', new Date(Date.UTC(1940, 0, 1 + day)).toISOString().slice(0, 10)),
  )
  const [twin = {}, ...others] = twins
  const options = { journal, recheckDelay: 0, batchSize: 5 }
  const wrong = others.map(() => ({}))
  const first = await importInto(team, [twin, ...wrong, organization('Last')], {
    ...options,
    giveUpAfter: 0,
  })
  expect(linesOf(first.stopped?.inDoubt ?? [])).toEqual([1, 1011])
  isDown = false
  // Mended, they look like the first, of which nobody knows before the last has come.
  const report = await importInto(team, [twin, ...others, organization('Last')], options)
  expect(report).toMatchObject({ created: 1011, stopped: null })
})
