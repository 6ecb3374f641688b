import type { BulkEntityInput } from 'entity-screening-sdk'
import { importPortfolio, type LeasedJournal } from 'entity-screening-sdk/portfolio'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { byRequest } from '../../by-request.ts'
import {
  createMemoryJournal,
  createTeam,
  type Fetch,
  importInto,
  linesOf,
  organization,
  person,
  problemLines,
  requireWholeness,
} from '../team.ts'

beforeEach(() => {
  // Pauses after failures are drawn by lot: here there are none.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => vi.restoreAllMocks())

type Listed = Record<string, unknown> & { readonly name: string }

const isBulk = ({ url }: Request) => url.endsWith('/bulk')
const isList = ({ method }: Request) => method === 'GET'

/** Answers a list of another making. */
async function relist(response: Response, change: (entities: Listed[]) => Listed[]): Promise<Response> {
  return Response.json(change(await response.json()))
}

const twins = [person('Ilse Brandt', '1961-04-09'), person('Ilse Brandt', '1975-01-02')]
const persons = ['Ilse Brandt', 'Amber Lee', 'Kim Park', 'Ann Other', 'Dragomir Vosskov'].map(name =>
  person(name),
)

describe('a list that lags', () => {
  /** Shows what was there so many reads before. */
  function lagging(service: Fetch, reads: number): Fetch {
    const shown: Listed[][] = []
    return async request => {
      const response = await service(request)
      if (!isList(request)) return response
      shown.push(await response.clone().json())
      return Response.json(shown.at(-1 - reads) ?? [])
    }
  }

  it('does not let a namesake that was created earlier pass for a row whose request never arrived', {
    tags: 'long',
  }, async () => {
    const team = createTeam()
    const journal = createMemoryJournal()
    const [first = {}] = twins
    // The first namesake is created and recorded; the run ends before the second is announced.
    await importInto(team, [first], { journal })
    let lost = 0
    const client = team.client.withOptions({
      fetch: byRequest(
        lagging(async request => {
          if (isBulk(request) && lost++ === 0) throw new TypeError('fetch failed')
          return team.server.fetch(request)
        }, 1),
      ),
    })
    // What was created is in the list by now.
    await client.entities.list()
    const report = await importPortfolio(client, twins, { journal, recheckDelay: 200 })
    requireWholeness(report)
    expect(report).toMatchObject({ created: 2, stopped: null })
    expect(await team.names()).toEqual(['Ilse Brandt', 'Ilse Brandt'])
  })

  it('is taken for that of another team until it shows what was created', async () => {
    const team = createTeam()
    const journal = createMemoryJournal()
    await importInto(team, persons.slice(0, 3), { journal })
    const client = team.client.withOptions({ fetch: byRequest(lagging(team.server.fetch, 1)) })
    const options = { journal, recheckDelay: 200 }
    await expect(importPortfolio(client, persons, options)).rejects.toThrow('belongs to another team')
    const report = await importPortfolio(client, persons, options)
    expect(report).toMatchObject({ created: 5, createdEarlier: 3, stopped: null })
    expect(await team.names()).toHaveLength(5)
  })

  it('by two reads costs no row, and doubles none', async () => {
    const team = createTeam()
    let lost = 0
    const client = team.client.withOptions({
      fetch: byRequest(
        lagging(async request => {
          const response = await team.server.fetch(request)
          if (isBulk(request) && lost++ % 2 === 0) throw new TypeError('fetch failed')
          return response
        }, 2),
      ),
    })
    const report = await importPortfolio(client, persons, { recheckDelay: 5, batchSize: 1, concurrency: 1 })
    // Two reads that agree may both be of the past: a longer `recheckDelay` is for that. What is recorded is true all the same.
    requireWholeness(report)
    expect((await team.list()).length).toBeGreaterThanOrEqual(report.created)
  })
})

describe('a list that repeats entities', () => {
  it('does not let a repeated namesake pass for a row whose request never arrived', async () => {
    const team = createTeam()
    await importInto(team, twins.slice(0, 1))
    let lost = 0
    const client = team.client.withOptions({
      fetch: byRequest(async request => {
        if (isBulk(request) && lost++ === 0) throw new TypeError('fetch failed')
        const response = await team.server.fetch(request)
        return isList(request) && lost > 0 ? relist(response, all => [...all, ...all]) : response
      }),
    })
    const options = { onPossibleDuplicate: 'create', recheckDelay: 5 } as const
    const report = await importPortfolio(client, twins.slice(1), options)
    expect(report).toMatchObject({ created: 1, stopped: null })
    expect(await team.names()).toEqual(['Ilse Brandt', 'Ilse Brandt'])
  })
})

describe('a service that stores names in its own spelling', () => {
  const german = ['Jürgen Müller', 'Jörg Köhler'].map(name => person(name))
  const respelled = (name: string) => name.replaceAll('ü', 'ue').replaceAll('ö', 'oe')

  /** Stores all names its own way, and loses the first response. */
  function spellingItsWay(team: ReturnType<typeof createTeam>, isLost = (times: number) => times === 0) {
    let times = 0
    return team.client.withOptions({
      fetch: byRequest(async request => {
        if (!isBulk(request)) return team.server.fetch(request)
        const body: { entities: BulkEntityInput[] } = await request.json()
        const entities = body.entities.map(row => JSON.parse(respelled(JSON.stringify(row))))
        const response = await team.server.fetch(
          new Request(request.url, {
            method: 'POST',
            headers: request.headers,
            body: JSON.stringify({ entities }),
          }),
        )
        if (isLost(times++)) throw new TypeError('fetch failed')
        return response
      }),
    })
  }

  it('doubles no one: rows stay in doubt, with their candidates', async () => {
    const team = createTeam()
    const report = await importPortfolio(spellingItsWay(team), german, { recheckDelay: 5 })
    requireWholeness(report)
    expect(report).toMatchObject({ created: 0, remaining: 2, stopped: { cause: 'failed' } })
    expect(linesOf(report.stopped?.inDoubt ?? [])).toEqual([1, 2])
    const ids = (await team.list()).map(({ id }) => id)
    expect(report.stopped?.error.message).toBe(
      `the team's list cannot say whether 2 rows from line 1 to 2 exist: it shows new entities that may be these rows under another name, type, country or number (${ids.join(', ')})`,
    )
    expect(await team.names()).toEqual(['Juergen Mueller', 'Joerg Koehler'])
  })

  it('keeps no other row from being created', async () => {
    const team = createTeam()
    const others = [organization('Nordwind AG'), organization('Suedwind AG'), person('Ilse Brandt')]
    const client = spellingItsWay(team)
    const report = await importPortfolio(client, [...german, ...others], {
      recheckDelay: 5,
      batchSize: 2,
      concurrency: 1,
    })
    requireWholeness(report)
    expect(report).toMatchObject({ created: 3, remaining: 2, stopped: { cause: 'failed' } })
    expect(await team.names()).toHaveLength(5)
  })

  it('is not thought of where fewer strangers have come than rows are absent', async () => {
    const team = createTeam()
    let times = 0
    const client = team.client.withOptions({
      fetch: byRequest(async request => {
        if (isBulk(request) && times++ === 0) {
          await team.client.entities.create({ type: 'person', name: 'Somebody Else', countryCode: 'DE' })
          throw new TypeError('fetch failed')
        }
        return team.server.fetch(request)
      }),
    })
    const report = await importPortfolio(client, german, { recheckDelay: 5 })
    expect(report).toMatchObject({ created: 2, stopped: null })
  })
})

describe('a list that shows a new entity whose name cannot be read', () => {
  it('leaves what may be it in doubt, and no other row', async () => {
    const team = createTeam()
    let times = 0
    const client = team.client.withOptions({
      fetch: byRequest(async request => {
        const response = await team.server.fetch(request)
        if (isList(request))
          return relist(response, all => all.map(one => ({ ...one, name: one.name.replace(/^Mü.*/, '???') })))
        if (times++ === 0) throw new TypeError('fetch failed')
        return response
      }),
    })
    const rows = ['Müller AG', 'Nordwind AG', 'Suedwind AG'].map(name => organization(name))
    const report = await importPortfolio(client, rows, { recheckDelay: 5, batchSize: 1, concurrency: 1 })
    requireWholeness(report)
    expect(report).toMatchObject({ created: 2, stopped: { cause: 'failed', inDoubt: [{ from: 1, to: 1 }] } })
    expect(await team.names()).toEqual(['Müller AG', 'Nordwind AG', 'Suedwind AG'])
  })
})

describe('a list of a stale replica', () => {
  it('does not make what another has shown undone', async () => {
    const team = createTeam()
    let reads = 0
    let lost = 0
    const client = team.client.withOptions({
      fetch: byRequest(async request => {
        if (isBulk(request)) {
          const { entities }: { entities: BulkEntityInput[] } = await request.clone().json()
          const response = await team.server.fetch(request)
          // Of the five, all were created.
          expect(entities.length).toBeGreaterThan(0)
          if (lost++ === 0) throw new TypeError('fetch failed')
          return response
        }
        const response = await team.server.fetch(request)
        reads += 1
        const shown = [0, 3, 0, 0, 5][reads - 1] ?? 5
        return relist(response, entities => entities.slice(0, shown))
      }),
    })
    const report = await importPortfolio(client, persons, { recheckDelay: 1, giveUpAfter: 5000 })
    expect(report).toMatchObject({ created: 5, stopped: null })
    expect(await team.names()).toHaveLength(5)
  })

  it('that never catches up leaves the rows in doubt, and says so', async () => {
    const team = createTeam()
    let isFirst = true
    const client = team.client.withOptions({
      fetch: byRequest(async request => {
        const response = await team.server.fetch(request)
        if (isBulk(request)) {
          if (isFirst) return response
          throw new TypeError('fetch failed')
        }
        return relist(response, () => [])
      }),
    })
    const rows = [organization('One'), ...persons]
    const options = { recheckDelay: 1, giveUpAfter: 50, batchSize: 1, concurrency: 1 }
    const report = await importPortfolio(client, rows, {
      ...options,
      onProgress: ({ created }) => {
        isFirst = created === 0
      },
    })
    requireWholeness(report)
    expect(report.stopped).toMatchObject({ cause: 'failed', inDoubt: [{ from: 2, to: 2 }] })
    expect(report.stopped?.error?.message).toMatch(/^the team's list cannot say whether line 2 exists: /)
    expect(await team.names()).toEqual(['One', 'Ilse Brandt'])
  })
})

describe('persons whom the list spells in another way than they were sent', () => {
  const cut = ({ name, ...entity }: Listed) => ({ ...entity, name: name.slice(0, -1) })
  const spellings: [string, (entity: Listed) => Listed][] = [
    ['with a hyphen for their country', entity => ({ ...entity, countryCode: '-', registration: '-' })],
    ['with their nationality for their country', entity => ({ ...entity, countryCode: 'AT' })],
    ['with their type as another word', entity => ({ ...entity, type: 'NATURAL PERSON' })],
    ['with the end of their name cut off', cut],
    ['with another name after theirs', entity => ({ ...entity, name: `${entity.name} Junior` })],
    ['with nothing in common', entity => ({ ...entity, name: `#${entity.name.length}`, type: '' })],
  ]

  it.each(spellings)('%s are not sent twice after a lost response', async (_, spell) => {
    for (const failures of [1, 2]) {
      const team = createTeam()
      let requests = 0
      const client = team.client.withOptions({
        fetch: byRequest(async request => {
          const response = await team.server.fetch(request)
          if (isList(request)) return relist(response, entities => entities.map(spell))
          requests += 1
          // Where one has been created before, the list can be compared with it.
          if (requests === failures) throw new TypeError('fetch failed')
          return response
        }),
      })
      const rows = persons.map(row => ({ ...row, nationality: 'AT' }))
      const options = { recheckDelay: 1, giveUpAfter: 20, batchSize: 1, concurrency: 1 }
      const report = await importPortfolio(client, rows, options)
      requireWholeness(report)
      const names = await team.names()
      expect(names).toEqual([...new Set(names)])
      const inDoubt = linesOf(report.stopped?.inDoubt ?? [])
      expect(inDoubt).toEqual([failures])
      expect(report.stopped?.error?.message).toContain("the team's list cannot say whether")
    }
  })

  it.each<[string, (entity: Listed) => Listed]>([
    ['in capitals', entity => ({ ...entity, name: entity.name.toUpperCase(), type: 'PERSON' })],
    [
      'with the last name first',
      entity => ({ ...entity, name: entity.name.split(' ').reverse().join(', ') }),
    ],
  ])('%s are found', async (_, spell) => {
    const team = createTeam()
    let requests = 0
    const client = team.client.withOptions({
      fetch: byRequest(async request => {
        const response = await team.server.fetch(request)
        if (isList(request)) return relist(response, entities => entities.map(spell))
        requests += 1
        if (requests === 1) throw new TypeError('fetch failed')
        return response
      }),
    })
    const rows = ['Ilse Brandt', 'Brandt, Karl'].map(name => ({ ...person(name), nationality: 'AT' }))
    expect(await importPortfolio(client, rows, { recheckDelay: 1 })).toMatchObject({
      created: 2,
      stopped: null,
    })
    expect(await team.names()).toHaveLength(2)
  })
})

describe('organizations that share a name', () => {
  /** A service that takes namesakes, and whose first response to a creation is lost. */
  function createService(list: Listed[], isCreated: boolean, show: (list: Listed[]) => Listed[]) {
    let requests = 0
    const fetch: Fetch = async request => {
      if (isList(request)) return Response.json(show(list))
      const { entities }: { entities: Listed[] } = await request.json()
      const isLost = requests++ === 0
      for (const entity of isLost && !isCreated ? [] : entities)
        list.push({ ...entity, id: `${list.length}` })
      if (isLost) throw new TypeError('fetch failed')
      const data = { successCount: entities.length, errorCount: 0, errors: [] }
      return Response.json({ success: true, data }, { status: 201 })
    }
    return createTeam({}, () => fetch).client
  }

  const namesake = (registration: string): Listed => ({
    ...{ id: registration, name: 'Nordwind', type: 'organization', countryCode: 'DE', caseStatus: '-' },
    registration,
  })
  const seven = organization('Nordwind', { registration: 'HRB 7' })

  it.each([true, false])(
    'are told apart by their registration numbers, in any order: response lost after the creation %s',
    async isCreated => {
      for (const show of [(all: Listed[]) => all, (all: Listed[]) => all.toReversed()]) {
        const list = [namesake('HRB 8')]
        const report = await importPortfolio(createService(list, isCreated, show), [seven], {
          recheckDelay: 1,
        })
        expect(report).toMatchObject({ created: 1, stopped: null })
        expect(list.map(({ registration }) => registration)).toEqual(['HRB 8', 'HRB 7'])
      }
    },
  )

  it('are in doubt where the new one has another number than was sent', async () => {
    const list: Listed[] = []
    const show = (all: Listed[]) => all.map(entity => ({ ...entity, registration: 'HRB 9' }))
    const report = await importPortfolio(createService(list, true, show), [seven], { recheckDelay: 1 })
    expect(report.stopped).toMatchObject({ cause: 'failed', inDoubt: [{ from: 1, to: 1 }] })
    expect(list).toHaveLength(1)
  })

  it('are as many as are listed, each counted once however often the list holds it', async () => {
    const list = [namesake('HRB 7')]
    const show = (all: Listed[]) => [...all, ...all]
    const rows = [organization('Südwind', { registration: 'HRB 7' })]
    const report = await importPortfolio(createService(list, false, show), rows, { recheckDelay: 1 })
    expect(report).toMatchObject({ created: 1, stopped: null })
    expect(list.map(({ name }) => name)).toEqual(['Nordwind', 'Südwind'])
  })
})

describe('a service that counts the rows of a request', () => {
  it.each([0, 1, 2, 5])('from %i is understood, whichever row it refuses', async base => {
    for (const bad of [0, 1, 2]) {
      const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
      const team = createTeam({ scenarios: false }, server => async request => {
        if (!isBulk(request)) return server.fetch(request)
        const { entities }: { entities: Listed[] } = await request.clone().json()
        const good = entities.filter((_, index) => index !== bad)
        const { url, method, headers } = request
        await server.fetch(new Request(url, { method, headers, body: JSON.stringify({ entities: good }) }))
        const errors = [`Row ${bad + base}: is odd`]
        const data = { successCount: good.length, errorCount: 1, errors }
        return Response.json({ success: true, data }, { status: 201 })
      })
      const rows = names.map(name => organization(name))
      const report = await importInto(team, rows, { batchSize: 3, concurrency: 1 })
      expect(problemLines(report, 'refused')).toEqual([1 + bad, 4 + bad])
      expect(await team.names()).toEqual(names.filter((_, index) => index % 3 !== bad))
    }
  })
})

describe('a request of a holder that was killed', () => {
  it.each([
    ['the next holder', false],
    ['the one after it, whose turn it is when the next was aborted', true],
  ])('is waited for by %s', { tags: 'long' }, async (_, hasNext) => {
    const team = createTeam()
    const lines: string[] = []
    let isKilled = false
    const open = (isTakenOver: boolean): LeasedJournal => ({
      async *read() {
        yield* [...lines]
      },
      append: async line => void lines.push(line),
      token: 1,
      isTakenOver,
      leaseLost: new AbortController().signal,
      check() {},
      replace: async () => {},
      close: async () => {},
    })
    const slow = team.client.withOptions({
      timeout: 800,
      fetch: byRequest(async request => {
        if (!isBulk(request)) return team.server.fetch(request)
        const copy = new Request(request.clone(), { signal: null })
        // Within the time limit, and after the settling time of those that come later.
        setTimeout(() => team.server.fetch(copy), 600)
        isKilled = true
        return new Promise(() => {})
      }),
    })
    const [row = {}] = persons
    void importPortfolio(slow, [row], { journal: open(false), recheckDelay: 50 })
    await expect.poll(() => isKilled, { interval: 5 }).toBe(true)
    const client = team.client.withOptions({ timeout: 800 })
    if (hasNext) {
      const signal = AbortSignal.timeout(50)
      const next = await importPortfolio(client, [row], { journal: open(true), recheckDelay: 50, signal })
      expect(next.stopped?.inDoubt).toEqual([{ from: 1, to: 1 }])
    }
    const last = await importPortfolio(client, [row], { journal: open(!hasNext), recheckDelay: 50 })
    expect(last).toMatchObject({ created: 1, stopped: null })
    await new Promise(resolve => setTimeout(resolve, 700))
    expect(await team.names()).toHaveLength(1)
  })
})

describe('a journal that has lost its end', () => {
  it('does not double persons who are to be created beside namesakes', async () => {
    const team = createTeam({ clock: 'stepping' })
    await team.client.entities.create({ type: 'person', name: 'Ilse Brandt', countryCode: 'DE' })
    const journal = createMemoryJournal()
    const options = { journal, batchSize: 1, concurrency: 1, onPossibleDuplicate: 'create' } as const
    team.server.clock.advance('1s')
    const first = await importInto(team, twins, options)
    expect(first).toMatchObject({ created: 2 })
    const names = await team.names()
    // What announced and recorded the second one, and the end of the run.
    journal.lines.splice(-3)
    const again = await importInto(team, twins, options, 1)
    expect(await team.names()).toEqual(names)
    expect(again).toMatchObject({ created: 1, possibleDuplicates: 1, stopped: null })
    expect(again.problems[0]?.reason).toContain('may be in the team already')
  })
})

describe('a row that the list lacks', () => {
  it.each([500, 503])(
    'is left, and not in doubt, where a %i for one row alone ends the import',
    async status => {
      const team = createTeam({}, server => async request => {
        if (!isBulk(request)) return server.fetch(request)
        const { entities }: { entities: Listed[] } = await request.clone().json()
        if (entities.some(({ name }) => name === 'Ilse Brandt')) return new Response('no', { status })
        return server.fetch(request)
      })
      const rows = [...persons.slice(1), ...twins.slice(0, 1)]
      const report = await importInto(team, rows, { batchSize: 1, concurrency: 1, giveUpAfter: 60 })
      expect(report).toMatchObject({ created: 4, remaining: 1, stopped: { cause: 'failed', inDoubt: [] } })
    },
  )

  it('is looked for after each of several requests, although the first of them ends the import', async () => {
    const team = createTeam(
      {},
      server => async request =>
        isBulk(request) ? new Response('down', { status: 503 }) : server.fetch(request),
    )
    const report = await importInto(team, persons, { batchSize: 1, concurrency: 4, giveUpAfter: 40 })
    expect(report).toMatchObject({ created: 0, remaining: 5, stopped: { cause: 'failed', inDoubt: [] } })
  })
})
