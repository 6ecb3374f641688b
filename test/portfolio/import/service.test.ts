import type { ImportOptions } from 'entity-screening-sdk/portfolio'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTeam, type Fetch, importInto, organization, person, problemLines, type Team } from '../team.ts'

beforeEach(() => {
  // Pauses after failures are drawn by lot: here there are none.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => vi.restoreAllMocks())

interface BulkBody {
  readonly entities: readonly { readonly name: string; readonly registration?: string }[]
}

/** What a service of its own makes of the rows of a request: the rows that it creates, and what it says. */
type Answering = (
  names: readonly string[],
  create: (names: readonly string[]) => Promise<void>,
) => Promise<Response> | Response

/** A team whose service answers bulk creations in its own way; all others as the mock server does. */
function createOddTeam(answer: Answering): Team {
  return createTeam({ scenarios: false }, server => async request => {
    if (!request.url.endsWith('/bulk')) return server.fetch(request)
    const { entities }: BulkBody = await request.clone().json()
    const create = async (names: readonly string[]) => {
      const wanted = entities.filter(({ name }) => names.includes(name))
      if (wanted.length === 0) return
      const { url, method, headers } = request
      const body = JSON.stringify({ entities: wanted })
      expect((await server.fetch(new Request(url, { method, headers, body }))).status).toBe(201)
    }
    return answer(
      entities.map(({ name }) => name),
      create,
    )
  })
}

function summary(successCount: number, errors: unknown, errorCount?: number): Response {
  const count = errorCount ?? (Array.isArray(errors) ? errors.length : 0)
  return Response.json({ success: true, data: { successCount, errorCount: count, errors } }, { status: 201 })
}

const isBad = (name: string) => name.startsWith('Bad')

/** Creates the good rows and refuses the others, in the words of `say`. */
function refusing(say: (index: number, name: string, count: number) => string): Answering {
  return async (names, create) => {
    const good = names.filter(name => !isBad(name))
    await create(good)
    const errors = names.flatMap((name, index) => (isBad(name) ? [say(index, name, names.length)] : []))
    return summary(good.length, errors)
  }
}

const companies = (...names: string[]) => names.map(name => organization(name))

describe('row errors', () => {
  const names = ['One', 'Two', 'Bad Three', 'Four', 'Five', 'Bad Six', 'Seven']

  it.each<[string, Parameters<typeof refusing>[0]]>([
    ['numbered from 1', index => `Row ${index + 1}: is odd`],
    ['numbered from 0', index => `Row ${index}: is odd`],
    ['numbered from 0, with names', (index, name) => `Row ${index}: "${name}" is odd`],
    ['without numbers, with names', (_, name) => `"${name}" is odd`],
    ['without numbers or names', () => 'is odd'],
    ['numbered beyond the end', index => `Row ${index + 1000}: is odd`],
    ['all of the same number', () => 'Row 1: is odd'],
  ])('%s are those of the rows that were refused', async (_, say) => {
    const team = createOddTeam(refusing(say))
    const report = await importInto(team, companies(...names))
    expect(problemLines(report, 'refused')).toEqual([3, 6])
    expect(report).toMatchObject({ created: 5, refused: 2, stopped: null })
    for (const { reason } of report.problems) expect(reason).toContain('is odd')
    expect(await team.names()).toEqual(names.filter(name => !isBad(name)))
  })

  it.each([0, 1])('numbered from %i are known as that from the first that shows it', async first => {
    const team = createOddTeam(refusing(index => `Row ${index + first}: is odd`))
    // The first batch shows it at its edges; the second alone could mean either.
    const rows = companies('Bad 1', 'Bad 2', 'Bad 3', 'Four', 'Bad Five', 'Six')
    const report = await importInto(team, rows, { batchSize: 3, concurrency: 1 })
    expect(problemLines(report, 'refused')).toEqual([1, 2, 3, 5])
    expect(report).toMatchObject({ created: 2 })
    // The list was read at the start, and where nothing was sure: not at all.
    const lists = team.server.requests.list().filter(({ operation }) => operation === 'listEntities')
    expect(lists).toHaveLength(3)
  })

  it('of namesakes are told apart by the list', async () => {
    const team = createOddTeam(async (rows, create) => {
      await create(rows.filter((_, index) => index !== 1))
      return summary(rows.length - 1, ['somebody is odd'])
    })
    await team.server.fetch(
      new Request('https://screening.example/v1/entities', {
        method: 'POST',
        headers: { authorization: `Bearer ${team.apiKey}` },
        body: JSON.stringify({ type: 'person', name: 'Ilse Brandt', countryCode: 'DE' }),
      }),
    )
    const rows = [person('Dragomir Vosskov'), person('Ilse Brandt'), person('Amber Lee')]
    const report = await importInto(team, rows, { onPossibleDuplicate: 'create' })
    expect(report).toMatchObject({ created: 2, refused: 1 })
    expect(report.problems).toMatchObject([{ line: 2, reason: 'somebody is odd' }])
  })

  it.each<[string, (rows: number) => Response]>([
    ['count too few', rows => summary(rows - 2, [])],
    ['count errors that they do not tell', rows => summary(rows - 1, [], 1)],
    ['are no list', rows => summary(rows - 1, 'all sorts', 1)],
    [
      'are not there',
      rows => Response.json({ success: true, data: { successCount: rows - 1 } }, { status: 201 }),
    ],
  ])('that %s leave it to the list', async (_, answer) => {
    const team = createOddTeam(async (rows, create) => {
      await create(rows.slice(1))
      return answer(rows.length)
    })
    const report = await importInto(team, companies('One', 'Two', 'Three'))
    expect(report).toMatchObject({ created: 2, refused: 1, stopped: null })
    expect(problemLines(report, 'refused')).toEqual([1])
  })

  it('that count more successes than the list shows leave the others in doubt', async () => {
    const team = createOddTeam(async (rows, create) => {
      await create(rows.slice(1))
      return summary(rows.length + 7, [])
    })
    const report = await importInto(team, companies('One', 'Two', 'Three'), { giveUpAfter: 20 })
    expect(report).toMatchObject({ created: 2, refused: 0, stopped: { inDoubt: [{ from: 1, to: 1 }] } })
  })

  it('are understood in the odd words of the mock server', async () => {
    const team = createTeam()
    await importInto(team, [organization('[quirky] One', { registration: 'HRB 1' })])
    const rows = [
      organization('Two'),
      organization('[quirky] One', { registration: 'HRB 2' }),
      organization('Three'),
    ]
    const report = await importInto(team, rows)
    expect(report).toMatchObject({ created: 2, duplicates: 0, refused: 1 })
    expect(problemLines(report, 'refused')).toEqual([2])
  })

  it('about a limit or a duplicate are not read from the name of the row', async () => {
    const odd = 'Bad Duplicate Team Limit Ltd'
    const team = createOddTeam(refusing((index, name) => `Row ${index + 1}: ${name} is not acceptable`))
    expect(await importInto(team, companies('One', odd, 'Three'))).toMatchObject({
      created: 2,
      refused: 1,
      duplicates: 0,
      stopped: null,
    })
    const quoting = createOddTeam(
      refusing(index => `Row ${index + 1}: "Maximum Entity Limit" already exists in the team`),
    )
    const there = { type: 'organization', name: odd, countryCode: 'DE', registration: 'HRB 1' } as const
    await quoting.client.entities.create(there)
    const rows = [organization('One'), organization(odd, { registration: 'HRB 2' }), organization('Three')]
    expect(await importInto(quoting, rows)).toMatchObject({
      created: 2,
      duplicates: 0,
      stopped: null,
    })
  })

  it('about a duplicate are told in the words of the service: it may be another company', async () => {
    const team = createOddTeam(refusing(index => `Row ${index + 1}: already exists in the team`))
    const report = await importInto(team, companies('One', 'Bad Ltd'))
    expect(report).toMatchObject({ created: 1, duplicates: 0, refused: 1 })
    expect(report.problems).toMatchObject([{ line: 2, reason: 'already exists in the team' }])
  })

  it('are all told of each row where nothing says which is meant', async () => {
    const answer: Answering = async (rows, create) => {
      await create(rows.filter(name => !name.startsWith('Acme')))
      return summary(1, ['Acme Ltd is odd', 'Acme is even'])
    }
    const report = await importInto(createOddTeam(answer), companies('Acme', 'Other', 'Acme Ltd'))
    expect(report.problems.map(({ line, reason }) => [line, reason])).toEqual([
      [1, 'Acme Ltd is odd; Acme is even'],
      [3, 'Acme Ltd is odd; Acme is even'],
    ])
  })
})

describe('a row that spoils its whole batch', () => {
  const good = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
  const places: [string, number][] = [
    ['first', 0],
    ['in the middle', 3],
    ['last', 6],
  ]
  const answers: [string, string][] = [
    ['400', '[error-400] X'],
    ['500', '[error-500] X'],
    ['503', '[error-503] X'],
  ]
  const sizes: [string, ImportOptions][] = [
    ['in the only batch', {}],
    ['in one of several', { batchSize: 2 }],
    ['alone', { batchSize: 1 }],
  ]

  it.each(
    answers.flatMap(([status, name]) =>
      places.flatMap(([where, at]) =>
        sizes.map(([how, options]) => ({ status, name, where, at, how, options })),
      ),
    ),
  )('by a $status is told, and all others arrive: $where, $how', async ({ name, at, options }) => {
    const team = createTeam()
    const isLastAlone = at === 6 && options.batchSize !== undefined && !name.includes('400')
    const giveUpAfter = isLastAlone ? 100 : 10_000
    const rows = companies(...good.toSpliced(at, 0, name))
    const report = await importInto(team, rows, { ...options, giveUpAfter })
    if (isLastAlone) {
      // Nothing has succeeded since it first failed: it may as well be the service.
      expect(report).toMatchObject({
        created: 6,
        remaining: 1,
        stopped: { cause: 'failed', remaining: [{ from: 7, to: 7 }] },
      })
      return
    }
    expect(report).toMatchObject({ created: 6, refused: 1, stopped: null })
    expect(report.problems).toEqual([
      {
        kind: 'refused',
        line: at + 1,
        column: null,
        reason: expect.stringContaining(name.slice(0, 11)),
        sameAs: null,
      },
    ])
    expect((await team.names()).toSorted()).toEqual(good.toSorted())
  })

  it.each([400, 413, 422])('by a %i is told where it is the only row', async status => {
    const team = createOddTeam(() =>
      Response.json({ success: false, statusCode: status, error: 'no' }, { status }),
    )
    expect(await importInto(team, companies('One'))).toMatchObject({
      refused: 1,
      problems: [{ line: 1, reason: 'no' }],
      stopped: null,
    })
  })

  it('without a word is told as that', async () => {
    const summary = { successCount: 0, errorCount: 1, errors: [] }
    const team = createOddTeam(() => Response.json({ success: true, data: summary }, { status: 201 }))
    const report = await importInto(team, companies('One'), { recheckDelay: 10 })
    expect(report).toMatchObject({
      refused: 1,
      problems: [{ line: 1, reason: 'the service refused it, and did not say why' }],
    })
  })

  it('by a 500 is in doubt where it is the only row: it may as well be the service', async () => {
    const report = await importInto(createTeam(), companies('[error-500] X'), { giveUpAfter: 50 })
    expect(report).toMatchObject({
      refused: 0,
      remaining: 1,
      stopped: { cause: 'failed', error: { name: 'ServerError' } },
    })
  })

  it('may be one of several', async () => {
    const team = createTeam()
    const names = Array.from({ length: 64 }, (_, at) =>
      at % 21 === 5 ? `[error-400] ${at}` : `Company ${at}`,
    )
    const report = await importInto(team, companies(...names))
    expect(report).toMatchObject({ created: 61, refused: 3 })
    expect(problemLines(report, 'refused')).toEqual([6, 27, 48])
  })

  it('by breaking the connection is told too', async () => {
    const team = createOddTeam(async (names, create) => {
      if (names.some(isBad)) throw new TypeError('fetch failed')
      await create(names)
      return summary(names.length, [])
    })
    const report = await importInto(team, companies('One', 'Bad Two', 'Three', 'Four'))
    expect(report).toMatchObject({ created: 3, refused: 1, stopped: null })
    expect(problemLines(report, 'refused')).toEqual([2])
  })

  it('by an answer that cannot be read is told too', async () => {
    const team = createOddTeam(async (names, create) => {
      await create(names.filter(name => !isBad(name)))
      return names.some(isBad) ? new Response('<html>', { status: 201 }) : summary(names.length, [])
    })
    const report = await importInto(team, companies('One', 'Bad Two', 'Three', 'Four'))
    expect(report).toMatchObject({ created: 3, refused: 1, stopped: null })
    expect(problemLines(report, 'refused')).toEqual([2])
  })

  it('because there are too many in it is not told of', async () => {
    const team = createOddTeam(async (names, create) => {
      if (names.length > 3) return Response.json({ success: false, error: 'too large' }, { status: 413 })
      await create(names)
      return summary(names.length, [])
    })
    expect(await importInto(team, companies(...good))).toMatchObject({
      created: 6,
      refused: 0,
      stopped: null,
    })
  })
})

describe('a service that fails for a while', () => {
  /** Fails for some bulk requests after the first ones. */
  function failing(status: number, after: number, times: number): Team {
    let requests = 0
    return createTeam({}, server => request => {
      if (!request.url.endsWith('/bulk')) return server.fetch(request)
      requests += 1
      const isDown = requests > after && requests <= after + times
      return isDown ? Promise.resolve(new Response('down', { status })) : server.fetch(request)
    })
  }

  it.each([1, 2, 1000])(
    'costs no row, in batches of %i, although it goes on reading',
    { tags: 'long' },
    async batchSize => {
      for (const status of [500, 502, 504]) {
        for (const times of [1, 4, 12]) {
          const rows = companies('One', 'Two', 'Three', 'Four', 'Five', 'Six')
          const team = failing(status, 2, times)
          const report = await importInto(team, rows, { batchSize, concurrency: 2, giveUpAfter: 60_000 })
          expect(report).toMatchObject({ created: 6, refused: 0, stopped: null })
        }
      }
    },
  )

  it('stops the import after giveUpAfter, although the list can be read', async () => {
    const team = failing(500, 0, Number.POSITIVE_INFINITY)
    const report = await importInto(team, companies('One', 'Two', 'Three'), { giveUpAfter: 30, batchSize: 2 })
    expect(report).toMatchObject({ created: 0, refused: 0, remaining: 3, stopped: { cause: 'failed' } })
  })
})

describe('an answer that is lost', () => {
  const lost =
    (server: { fetch: Fetch }, isLost: (request: Request) => boolean): Fetch =>
    async request => {
      const response = await server.fetch(request)
      if (isLost(request)) throw new TypeError('fetch failed')
      return response
    }

  it('costs no row, and doubles none', async () => {
    let count = 0
    const team = createTeam({}, server =>
      lost(server, ({ url }) => url.endsWith('/bulk') && ++count % 2 === 1),
    )
    const rows = [
      organization('A'),
      person('Ilse Brandt', '1961-04-09'),
      person('Ilse Brandt', '1975-01-02'),
      organization('A', { registration: 'HRB 2' }),
      organization('B'),
    ]
    const report = await importInto(team, rows, { batchSize: 2 })
    expect(report).toMatchObject({ created: 4, refused: 1, stopped: null })
    expect((await team.names()).toSorted()).toEqual(['A', 'B', 'Ilse Brandt', 'Ilse Brandt'])
  })

  it.each([
    ['done', true],
    ['not done', false],
  ])('is made good although the list itself breaks off in the middle: %s', async (_, isDone) => {
    let isCut = false
    let isLost = false
    const team = createTeam({}, server => async request => {
      if (request.url.endsWith('/bulk')) {
        isLost = !isLost
        if (isLost && isDone) await server.fetch(request)
        if (isLost) throw new TypeError('fetch failed')
      }
      const response = await server.fetch(request)
      if (request.method === 'POST') return response
      // Every other list ends in the middle, after Ilse Brandt.
      isCut = !isCut
      const text = await response.text()
      return isCut ? new Response(text.slice(0, text.length / 2)) : new Response(text)
    })
    const seeds = ['Ilse Brandt', 'Dragomir Vosskov', 'Amber Lee', 'Kim Park', 'Lee Kim', 'Ann Other']
    for (const name of seeds) await team.client.entities.create({ type: 'person', name, countryCode: 'DE' })
    const rows = [person('Ilse Brandt', '1961-04-09')]
    expect(await importInto(team, rows, { onPossibleDuplicate: 'create' })).toMatchObject({ created: 1 })
    expect((await team.names()).filter(name => name === 'Ilse Brandt')).toHaveLength(2)
  })

  it('of rows that arrive between two looks at the list is waited for', async () => {
    let late: Request | undefined
    let requests = 0
    const team = createTeam({}, server => async request => {
      if (late === undefined && request.url.endsWith('/bulk')) {
        late = request.clone()
        throw new TypeError('fetch failed')
      }
      if (late !== undefined) requests += 1
      if (late !== undefined && requests === 2) await server.fetch(late)
      return server.fetch(request)
    })
    const report = await importInto(team, [person('Ilse Brandt'), person('Dragomir Vosskov')])
    expect(report).toMatchObject({ created: 2, stopped: null })
    expect(await team.names()).toEqual(['Ilse Brandt', 'Dragomir Vosskov'])
  })

  it('of rows that arrive late is made good when they are refused as their own duplicates', async () => {
    let late: Request | undefined
    const team = createTeam({}, server => async request => {
      if (!request.url.endsWith('/bulk')) return server.fetch(request)
      if (late === undefined) {
        late = request.clone()
        throw new TypeError('fetch failed')
      }
      await server.fetch(late)
      return server.fetch(request)
    })
    const rows = companies('A', 'B')
    const report = await importInto(team, rows)
    expect(report).toMatchObject({ created: 2, duplicates: 0, refused: 0 })
  })

  it('of rows that the list spells in another way is made good', async () => {
    let isLost = true
    const shown: Readonly<Record<string, string>> = {
      'Zoë Müller': 'MULLER, ZOE',
      'Jean-Luc Œuvre': 'Jean Luc Oeuvre',
      'Straße & Sohn S.A.': 'Strasse and Sohn SA',
    }
    const team = createTeam({}, server => async request => {
      const response = await server.fetch(request)
      if (request.url.endsWith('/bulk') && isLost) {
        isLost = false
        throw new TypeError('fetch failed')
      }
      if (request.method !== 'GET') return response
      const entities: { name: string; type: string }[] = await response.json()
      return Response.json(
        entities.map(entity => ({
          ...entity,
          name: shown[entity.name] ?? entity.name,
          type: entity.type.toUpperCase(),
        })),
      )
    })
    const rows = [person('Zoë Müller'), person('Jean-Luc Œuvre'), organization('Straße & Sohn S.A.')]
    expect(await importInto(team, rows)).toMatchObject({ created: 3, stopped: null })
  })
})
