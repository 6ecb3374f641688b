import { type ImportOptions, importPortfolio, type LeasedJournal } from 'entity-screening-sdk/portfolio'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { byRequest } from '../../by-request.ts'
import {
  createMemoryJournal,
  createTeam,
  type Fetch,
  importInto,
  linesOf,
  organization,
  person,
  raiseLimit,
  requireWholeness,
} from '../team.ts'

afterEach(() => vi.restoreAllMocks())

const isBulk = ({ url }: Request) => url.endsWith('/bulk')
const names = ['Ilse Brandt', 'Amber Lee', 'Kim Park', 'Ann Other', 'Dragomir Vosskov']
const persons = names.map(name => person(name))

/** A journal that goes over to others: whoever has it last may append. */
function createShared(lines: string[] = []) {
  let holders = 0
  let isClosed = true
  function open(): LeasedJournal & { lose(): void } {
    holders += 1
    const token = holders
    const isTakenOver = !isClosed
    isClosed = false
    const lost = new AbortController()
    const check = () => {
      if (token !== holders || lost.signal.aborted) throw new Error('the journal is lost')
    }
    return {
      token,
      isTakenOver,
      leaseLost: lost.signal,
      check,
      lose: () => lost.abort(new Error('the journal is lost')),
      async *read() {
        yield* [...lines]
      },
      async append(line) {
        check()
        lines.push(line)
      },
      async replace() {},
      async close() {
        if (!lost.signal.aborted) isClosed = true
      },
    }
  }
  return { lines, open }
}

/** Answers nothing, as long as it is not given up. */
function never({ signal }: Request): Promise<Response> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

describe('a journal that goes over to another holder', () => {
  it('while its process is paused between two steps of one request: nothing leaves when it wakes', async () => {
    const team = createTeam()
    const shared = createShared()
    const first = shared.open()
    const sent: string[] = []
    const paused = team.client.withOptions({
      // All that the client does before it sends is done by now.
      hooks: {
        beforeRequest({ operation }) {
          if (operation === 'createEntitiesBulk') shared.open()
        },
      },
      fetch: byRequest(request => {
        sent.push(request.url)
        return team.server.fetch(request)
      }),
    })
    const report = importPortfolio(paused, [person('Ilse Brandt')], { journal: first, recheckDelay: 100 })
    await expect(report).resolves.toMatchObject({ created: 0, stopped: { cause: 'failed' } })
    expect(sent.filter(url => url.endsWith('/bulk'))).toEqual([])
  })

  it('while a request of the first is on its way, which is processed late, but within its time limit', {
    tags: 'long',
  }, async () => {
    const team = createTeam()
    const shared = createShared()
    const first = shared.open()
    let late: Promise<Response> | undefined
    const slow = team.client.withOptions({
      timeout: 600,
      fetch: byRequest(async request => {
        if (!isBulk(request)) return team.server.fetch(request)
        const copy = new Request(request.clone(), { signal: null })
        late = new Promise(resolve => setTimeout(() => resolve(team.server.fetch(copy)), 500))
        setTimeout(first.lose, 50)
        return never(request)
      }),
    })
    const left = await importPortfolio(slow, persons, { journal: first, recheckDelay: 20 })
    expect(left).toMatchObject({ created: 0, remaining: 5, stopped: { cause: 'failed' } })
    expect(linesOf(left.stopped?.inDoubt ?? [])).toEqual([1, 2, 3, 4, 5])

    const second = shared.open()
    expect(second.isTakenOver).toBe(true)
    const client = team.client.withOptions({ timeout: 600 })
    const report = await importPortfolio(client, persons, { journal: second, recheckDelay: 20 })
    await late
    expect(report).toMatchObject({ created: 5, stopped: null })
    expect(await team.names()).toEqual(names)
  })

  it('in the middle of a look at the list leaves the rows in doubt, and sends nothing more', async () => {
    const team = createTeam()
    const shared = createShared()
    const first = shared.open()
    let [bulk, lists] = [0, 0]
    const client = team.client.withOptions({
      timeout: 100,
      fetch: byRequest(async request => {
        if (!isBulk(request)) {
          lists += 1
          if (lists === 1) return team.server.fetch(request)
          setTimeout(first.lose, 10)
          return never(request)
        }
        bulk += 1
        throw new TypeError('fetch failed')
      }),
    })
    const options: ImportOptions = { recheckDelay: 1, batchSize: 2, concurrency: 1 }
    const left = await importPortfolio(client, persons, { ...options, journal: first })
    requireWholeness(left)
    expect(left.stopped).toMatchObject({ cause: 'failed', inDoubt: [{ from: 1, to: 2 }] })
    expect(left.stopped?.error?.message).toBe('the journal is lost')
    expect(bulk).toBe(1)
    const report = await importPortfolio(team.client.withOptions({ timeout: 100 }), persons, {
      ...options,
      journal: shared.open(),
    })
    expect(report).toMatchObject({ created: 5, stopped: null })
    expect((await team.names()).toSorted()).toEqual(names.toSorted())
  })

  it('between the announcement of a batch and its request sends it by the other alone', async () => {
    const team = createTeam()
    const shared = createShared()
    const first = shared.open()
    const append = first.append
    let second: LeasedJournal | undefined
    first.append = async line => {
      await append(line)
      if (line.includes('"sums"')) second ??= shared.open()
    }
    let bulk = 0
    const client = team.client.withOptions({
      timeout: 100,
      fetch: byRequest(async request => {
        bulk += isBulk(request) ? 1 : 0
        return team.server.fetch(request)
      }),
    })
    const left = await importPortfolio(client, persons, { journal: first, recheckDelay: 1 })
    expect(left).toMatchObject({ created: 0, remaining: 5, stopped: { cause: 'failed' } })
    expect(bulk).toBe(0)
    const report = await importPortfolio(client, persons, { journal: second, recheckDelay: 1 })
    expect(report).toMatchObject({ created: 5, stopped: null })
    expect(await team.names()).toEqual(names)
  })
})

describe('a list that lags', () => {
  const lag = 150

  function lagging(service: Fetch): Fetch {
    return async request => {
      const response = await service(request)
      if (isBulk(request)) return response
      const shown = Date.now() - lag
      const entities: { createdAt: string }[] = await response.json()
      return Response.json(entities.filter(({ createdAt }) => Date.parse(createdAt) <= shown))
    }
  }

  it('does not stop an import that goes on creating while it looks for rows of a lost response', {
    tags: 'long',
  }, async () => {
    const team = createTeam({ clock: 'real' })
    let sent = 0
    const client = team.client.withOptions({
      fetch: byRequest(
        lagging(async request => {
          if (!isBulk(request)) return team.server.fetch(request)
          sent += 1
          if (sent === 5) throw new TypeError('fetch failed')
          await new Promise(resolve => setTimeout(resolve, 10))
          return team.server.fetch(request)
        }),
      ),
    })
    const rows = Array.from({ length: 100 }, (_, at) => organization(`Trader ${at}`))
    // To create all takes longer than giveUpAfter.
    const options = { recheckDelay: 100, giveUpAfter: 300, batchSize: 1, concurrency: 2 }
    const report = await importPortfolio(client, rows, options)
    expect(report).toMatchObject({ created: 100, stopped: null })
    expect(await team.names()).toHaveLength(100)
  })
})

describe('two runs of one import', () => {
  it.each([
    [1, 3],
    [3, 1],
    [2, 5],
  ])('may have batches of %i and of %i rows', { tags: 'long' }, async (one, other) => {
    for (const failing of [1, 2, 3]) {
      const team = createTeam()
      const shared = createShared()
      const first = shared.open()
      let bulk = 0
      const client = team.client.withOptions({
        timeout: 50,
        fetch: byRequest(async request => {
          if (!isBulk(request)) return team.server.fetch(request)
          bulk += 1
          const response = await team.server.fetch(request)
          if (bulk < failing) return response
          first.lose()
          throw new TypeError('fetch failed')
        }),
      })
      const options = { recheckDelay: 1, concurrency: 1 }
      await importPortfolio(client, persons, { ...options, batchSize: one, journal: first })
      const next = team.client.withOptions({ timeout: 50 })
      const report = await importPortfolio(next, persons, {
        ...options,
        batchSize: other,
        journal: shared.open(),
      })
      expect(report).toMatchObject({ created: 5, stopped: null })
      expect(await team.names()).toEqual(names)
    }
  })

  it('may have the clock of the machine set back between them, and that of the service', async () => {
    const team = createTeam({ clock: 'stepping' })
    const journal = createMemoryJournal()
    const now = Date.now
    await importInto(team, persons.slice(0, 2), { journal })
    vi.spyOn(Date, 'now').mockImplementation(() => now() - 86_400_000)
    let bulk = 0
    const client = team.client.withOptions({
      fetch: byRequest(async request => {
        const response = await team.server.fetch(request)
        if (isBulk(request) && bulk++ === 0) throw new TypeError('fetch failed')
        if (isBulk(request)) return response
        const entities: { name: string; createdAt: string }[] = await response.json()
        const yesterday = (text: string) => new Date(Date.parse(text) - 86_400_000).toISOString()
        return Response.json(
          entities.map((entity, at) =>
            at < 2 ? entity : { ...entity, createdAt: yesterday(entity.createdAt) },
          ),
        )
      }),
    })
    const report = await importPortfolio(client, persons, { journal, recheckDelay: 1 })
    expect(report).toMatchObject({ created: 5, createdEarlier: 2, stopped: null })
    expect(await team.names()).toEqual(names)
  })
})

describe('a lost response', () => {
  it.each([1, 2, 3, 4])('of a request that has filled the team up, at %i of five', async limit => {
    const team = createTeam({ entityLimit: limit })
    const journal = createMemoryJournal()
    let bulk = 0
    const client = team.client.withOptions({
      fetch: byRequest(async request => {
        const response = await team.server.fetch(request)
        if (isBulk(request) && bulk++ === 0) throw new TypeError('fetch failed')
        return response
      }),
    })
    const left = await importPortfolio(client, persons, { journal, recheckDelay: 1 })
    requireWholeness(left)
    expect(left).toMatchObject({ created: limit, stopped: { cause: 'entity_limit', inDoubt: [] } })
    raiseLimit(team, 100)
    const report = await importPortfolio(team.client, persons, { journal, recheckDelay: 1 })
    expect(report).toMatchObject({ created: 5, createdEarlier: limit, stopped: null })
    expect(await team.names()).toEqual(names)
  })

  it('is made good by a list of 3,000 entities that breaks off', { tags: 'long' }, async () => {
    const team = createTeam()
    for (let first = 0; first < 3000; first += 1000)
      await team.client.entities.createBulk(
        Array.from({ length: 1000 }, (_, at) => ({
          type: 'organization',
          name: `Trader ${first + at}`,
          countryCode: 'DE',
        })),
      )
    let [bulk, lists] = [0, 0]
    const client = team.client.withOptions({
      fetch: byRequest(async request => {
        const response = await team.server.fetch(request)
        if (isBulk(request)) {
          if (bulk++ === 0) throw new TypeError('fetch failed')
          return response
        }
        lists += 1
        if (lists % 2 === 1) return response
        const text = await response.text()
        return new Response(text.slice(0, text.length - 100 * lists), { headers: response.headers })
      }),
    })
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const report = await importPortfolio(client, persons, { recheckDelay: 1 })
    expect(report).toMatchObject({ created: 5, stopped: null })
    expect((await team.names()).slice(3000)).toEqual(names)
  })
})

describe('partitions in one process', () => {
  const namesakes = Array.from({ length: 60 }, (_, at) => ({
    ...person(names[at % 5] ?? '', `19${10 + at}-01-01`),
    countryCode: ['DE', 'AT', 'FR'][at % 3],
  }))

  it('share a list although many responses are lost, with namesakes in several countries', {
    tags: 'long',
  }, async () => {
    const team = createTeam()
    let bulk = 0
    const client = team.client.withOptions({
      fetch: byRequest(async request => {
        bulk += isBulk(request) ? 1 : 0
        if (isBulk(request) && bulk % 4 === 0) throw new TypeError('fetch failed')
        const response = await team.server.fetch(request)
        if (isBulk(request) && bulk % 4 === 2) throw new TypeError('fetch failed')
        return response
      }),
    })
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const options = { recheckDelay: 1, batchSize: 7 }
    const reports = await Promise.all(
      [1, 2, 3].map(index => importPortfolio(client, namesakes, { ...options, partition: { index, of: 3 } })),
    )
    for (const report of reports) expect(report.stopped).toBe(null)
    expect(reports.reduce((sum, { created }) => sum + created, 0)).toBe(60)
    expect(await team.names()).toHaveLength(60)
  })

  it('go on with a shared list of which one of them is aborted', async () => {
    const team = createTeam()
    const aborts = new AbortController()
    let lists = 0
    const client = team.client.withOptions({
      fetch: byRequest(async request => {
        if (isBulk(request)) {
          const response = await team.server.fetch(request)
          if (lists === 1) throw new TypeError('fetch failed')
          return response
        }
        lists += 1
        const response = await team.server.fetch(request)
        // In the middle of the look that both share.
        if (lists === 2) aborts.abort()
        return response
      }),
    })
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const options = { recheckDelay: 5, batchSize: 100 }
    const journals = [createMemoryJournal(), createMemoryJournal()]
    const importPart = (index: number, more: ImportOptions) =>
      importPortfolio(client, namesakes, {
        ...options,
        partition: { index, of: 2 },
        journal: journals[index - 1],
        ...more,
      })
    const [one, other] = await Promise.all([importPart(1, { signal: aborts.signal }), importPart(2, {})])
    expect(one?.stopped?.cause).toBe('aborted')
    expect(other?.stopped).toBe(null)
    const again = await importPart(1, {})
    expect(again.stopped).toBe(null)
    expect(again.created + (other?.created ?? 0)).toBe(60)
    expect(await team.names()).toHaveLength(60)
  })
})

describe('a dry run', () => {
  it('with a journal that it takes over records nothing, and the run after it sends nothing twice', async () => {
    const team = createTeam()
    const shared = createShared()
    const first = shared.open()
    const client = team.client.withOptions({
      timeout: 100,
      fetch: byRequest(async request => {
        const response = await team.server.fetch(request)
        if (!isBulk(request)) return response
        first.lose()
        throw new TypeError('fetch failed')
      }),
    })
    await importPortfolio(client, persons, { journal: first, recheckDelay: 1, batchSize: 3, concurrency: 1 })
    const lines = [...shared.lines]
    const next = team.client.withOptions({ timeout: 100 })
    const dry = await importPortfolio(next, persons, { journal: shared.open(), dryRun: true })
    expect(dry).toMatchObject({ rows: 5, planned: 2, created: 3, remaining: 0, stopped: null })
    requireWholeness(dry)
    expect(shared.lines).toEqual(lines)
    const report = await importPortfolio(next, persons, { journal: shared.open(), recheckDelay: 1 })
    expect(report).toMatchObject({ created: 5, stopped: null })
    expect(await team.names()).toEqual(names)
  })
})
