import { InputValidationError } from 'entity-screening-sdk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repetitions } from '../../repetitions.ts'
import { createMemoryJournal, createTeam, importInto, linesOf, person, problemLines } from '../team.ts'

interface Sent {
  readonly entities: readonly { readonly name: string }[]
}
type Listed = Record<string, unknown> & { readonly name: string }

/** A service that refuses some rows of a request, and what its list shows of the others. */
interface Service {
  readonly isBad: (name: string) => boolean
  /** The number of its first row; null where its errors have none. */
  readonly first: number | null
  /** What its list shows of all, when it is read for the so many-th time. */
  readonly show: (entities: readonly Listed[], look: number) => readonly Listed[]
}

function createTeamOf({ isBad, first, show }: Service) {
  let looks = 0
  return createTeam({ clock: 'stepping' }, server => async request => {
    if (request.method === 'GET') {
      const entities: Listed[] = await (await server.fetch(request)).json()
      looks += 1
      return Response.json(show(entities, looks))
    }
    const { entities }: Sent = await request.clone().json()
    const good = entities.filter(({ name }) => !isBad(name))
    const errors = entities.flatMap(({ name }, at) => {
      const number = first === null ? '' : `Row ${at + first}: `
      return isBad(name) ? [`${number}national_id is invalid`] : []
    })
    const { url, method, headers } = request
    const body = JSON.stringify({ entities: good })
    if (good.length > 0) await server.fetch(new Request(url, { method, headers, body }))
    const data = { successCount: good.length, errorCount: errors.length, errors }
    return Response.json({ success: true, data }, { status: 201 })
  })
}

const names = ['Ilse Brandt', 'Karl Meyer', 'Zoe Adler', 'Max Keller', 'Amber Lee', 'Kim Park']
const four = names.slice(0, 4).map(name => person(name))
const rename = (entity: Listed) => ({ ...entity, name: entity.name.replace('Max Keller', 'Maximilian K.') })
const isKarl = (name: string) => name === 'Karl Meyer'
const nameAt = (line: number) => names[line - 1] ?? ''
const quick = { recheckDelay: 1, giveUpAfter: 20 }

describe('the rows of a partly refused request', () => {
  it.each([null, 1])(
    'count as refused no more often than the response says, while the list lags (first row %s)',
    async first => {
      let isLate = true
      const team = createTeamOf({ isBad: isKarl, first, show: entities => (isLate ? [] : entities) })
      const journal = createMemoryJournal()
      const report = await importInto(team, four, { ...quick, journal })
      expect(report).toMatchObject({ created: 0, refused: 0, stopped: { inDoubt: [{ from: 1, to: 4 }] } })
      expect(report.stopped?.error.message).toContain(
        'of the entities that the service says it has created it does not show 3',
      )
      isLate = false
      const again = await importInto(team, four, { ...quick, journal }, 3)
      expect(again).toMatchObject({ created: 3, refused: 1, stopped: null })
      expect(problemLines(again, 'refused')).toEqual([2])
    },
  )

  it('wait for the list', async () => {
    const show = (entities: readonly Listed[], look: number) => (look < 5 ? [] : entities)
    const team = createTeamOf({ isBad: isKarl, first: null, show })
    const report = await importInto(team, four, { recheckDelay: 1 })
    expect(report).toMatchObject({ created: 3, refused: 1, stopped: null })
  })

  it('are identified by their numbers if the list fits only one numbering', async () => {
    const team = createTeamOf({ isBad: isKarl, first: 1, show: entities => entities.map(rename) })
    const report = await importInto(team, four, quick)
    expect(report).toMatchObject({ created: 3, refused: 1, stopped: null })
    expect(problemLines(report, 'refused')).toEqual([2])
  })

  it('stay in doubt under another name in the list, and are not sent again', async () => {
    const team = createTeamOf({ isBad: isKarl, first: null, show: entities => entities.map(rename) })
    const journal = createMemoryJournal()
    for (const earlier of [0, 3, 3]) {
      const report = await importInto(team, four, { ...quick, journal }, earlier)
      expect(report).toMatchObject({ created: 2, refused: 0, remaining: 2, stopped: { cause: 'failed' } })
      expect(linesOf(report.stopped?.inDoubt ?? [])).toEqual([2, 4])
    }
    expect(await team.names()).toHaveLength(3)
  })

  it('are settled as the service responds, or in doubt, and never doubled, for any list at any time', {
    tags: 'long',
  }, async () => {
    const cases = fc.record({
      bad: fc.subarray(names),
      first: fc.constantFrom(null, 0, 1, 2),
      /** How many of the newest the list hides, and at how many looks. */
      hidden: fc.nat({ max: names.length }),
      late: fc.constantFrom(0, 2, 4, Number.POSITIVE_INFINITY),
      renamed: fc.subarray(names),
      batchSize: fc.integer({ min: 1, max: names.length }),
      /** The look at which the first run is aborted. */
      abortedAt: fc.option(fc.integer({ min: 2, max: 4 })),
    })
    const property = fc.asyncProperty(cases, async ({ bad, first, hidden, late, renamed, ...run }) => {
      const controller = new AbortController()
      let hasCaughtUp = false
      const team = createTeamOf({
        isBad: name => bad.includes(name),
        first,
        show(entities, look) {
          if (look === run.abortedAt) controller.abort()
          const shown =
            look <= late && !hasCaughtUp ? entities.slice(0, Math.max(0, entities.length - hidden)) : entities
          return shown.map(entity =>
            renamed.includes(entity.name) ? { ...entity, name: `#${entity.name} II` } : entity,
          )
        },
      })
      const journal = createMemoryJournal()
      const rows = names.map(name => person(name))
      const options = { ...quick, journal, batchSize: run.batchSize, concurrency: 1 }
      for (const turn of ['aborted', 'again', 'caught up']) {
        hasCaughtUp = turn === 'caught up'
        const signal = turn === 'aborted' ? controller.signal : undefined
        const earlier = (await team.names()).length
        const given = importInto(team, rows, { ...options, signal }, earlier)
        // A list with nothing of what was created may be that of another team.
        const report = await given.catch(error =>
          InputValidationError.is(error) ? null : Promise.reject(error),
        )
        const there = await team.names()
        expect(there).toHaveLength(new Set(there).size)
        if (report === null) continue
        const read = names.slice(0, report.rows)
        const refused = problemLines(report, 'refused').map(nameAt)
        const left = linesOf(report.stopped?.remaining ?? []).map(nameAt)
        expect(bad).toEqual(expect.arrayContaining(refused))
        expect(there).toEqual(
          expect.arrayContaining(read.filter(name => !refused.includes(name) && !left.includes(name))),
        )
        if (hasCaughtUp && renamed.length === 0) expect(report.stopped).toBeNull()
        if (report.stopped === null) expect(refused).toHaveLength(bad.length)
      }
    })
    await fc.assert(property, { numRuns: repetitions(500) })
  })
})
