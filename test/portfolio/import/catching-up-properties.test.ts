import { importPortfolio } from 'entity-screening-sdk/portfolio'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { repetitions } from '../../repetitions.ts'
import { createTeam, person, requireWholeness } from '../team.ts'

beforeEach(() => {
  // Pauses after failures are drawn by lot: here there are none.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => vi.restoreAllMocks())

/** What becomes of a creating request. */
type Fate = 'done' | 'lost' | 'never_arrived'

interface Service {
  /** Of the creating requests, one after the other; `done` where there are no more. */
  readonly fates: readonly Fate[]
  /** How many of the entities that it does not show yet the list shows next, after one; from the first again at the end. */
  readonly steps: readonly number[]
}

/** A team whose list lags: each read shows more of what was created than the one before, in its order, until it shows all. */
function createLaggingTeam({ fates, steps }: Service) {
  let [sent, reads, shown] = [0, 0, 0]
  return createTeam({}, server => async request => {
    if (request.method === 'GET') {
      const entities: unknown[] = await (await server.fetch(request)).json()
      const visible = entities.slice(0, shown)
      shown = Math.min(entities.length, shown + 1 + (steps[reads++ % steps.length] ?? 0))
      return Response.json(visible)
    }
    const fate = fates[sent++] ?? 'done'
    const response = fate === 'never_arrived' ? null : await server.fetch(request)
    if (fate === 'done' && response !== null) return response
    throw new TypeError('fetch failed')
  })
}

const names = [
  'Ilse Brandt',
  'Amber Lee',
  'Kim Park',
  'Ann Other',
  'Zoe Adler',
  'Max Keller',
  'Ida Ost',
  'Bo Lind',
]
const rows = names.map(name => person(name))

describe('a list that catches up', () => {
  it.each<[string, number[]]>([
    ['0, 1 and 3 of three rows', [0, 0, 1, 3]],
    ['0, 1, 2 and 3 of three rows', [0, 0, 1, 2, 3]],
    ['1, then 3 of three rows', [0, 1, 3]],
  ])('makes no more of them: %s', async (_, counts) => {
    let reads = 0
    const team = createTeam({}, server => async request => {
      const response = await server.fetch(request)
      if (request.method !== 'GET') throw new TypeError('fetch failed')
      const entities: unknown[] = await response.json()
      return Response.json(entities.slice(0, counts[reads++] ?? 3))
    })
    const report = await importPortfolio(team.client, rows.slice(0, 3), { recheckDelay: 1 })
    expect(report).toMatchObject({ created: 3, stopped: null })
    expect(await team.names()).toEqual(names.slice(0, 3))
  })

  it('says nothing of the rows of one request while it shows more of those of another', async () => {
    const team = createLaggingTeam({ fates: ['lost', 'lost'], steps: [0] })
    const report = await importPortfolio(team.client, rows, { batchSize: 3, concurrency: 2, recheckDelay: 1 })
    expect(report).toMatchObject({ created: 8, stopped: null })
    expect((await team.names()).toSorted()).toEqual(names.toSorted())
  })

  it('doubles nobody, in whatever steps it does, and whichever requests fail', { tags: 'long' }, async () => {
    const steps = fc.array(fc.nat({ max: 3 }), { minLength: 1 })
    const batchSize = fc.integer({ min: 1, max: 8 })
    const fatesOf = (...fates: Fate[]) => fc.array(fc.constantFrom(...fates), { maxLength: 12 })
    // A response that is still on its way says nothing yet: beside others, none comes before those that are lost.
    const cases = fc.oneof(
      fc.record({
        fates: fatesOf('done', 'lost', 'never_arrived'),
        steps,
        batchSize,
        concurrency: fc.constant(1),
      }),
      fc.record({
        fates: fatesOf('lost', 'never_arrived'),
        steps,
        batchSize,
        concurrency: fc.integer({ min: 2, max: 4 }),
      }),
    )
    const property = fc.asyncProperty(cases, async ({ fates, steps, ...options }) => {
      const team = createLaggingTeam({ fates, steps })
      const report = await importPortfolio(team.client, rows, { ...options, recheckDelay: 1 })
      requireWholeness(report)
      expect(report).toMatchObject({ created: 8, stopped: null })
      expect((await team.names()).toSorted()).toEqual(names.toSorted())
    })
    await fc.assert(property, { numRuns: repetitions(1000) })
  })
})
