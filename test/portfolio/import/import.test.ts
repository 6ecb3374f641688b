import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  type ImportOptions,
  type ImportProgress,
  importPortfolio,
  type PortfolioSource,
  type RowProblem,
} from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../failure-of.ts'
import { stream } from '../source/collect.ts'
import { createTeam, importInto, organization, person, problemLines, requireWholeness } from '../team.ts'

const csv = [
  'Name,Type,Country,Birth date,"Account',
  'manager"',
  'Nordwind Turbinen GmbH,company,Germany,n/a',
  'Ilse Brandt,person,DE,1961-04-09',
  '',
  'Nowhere Ltd,company,Atlantis,',
  'NORDWIND TURBINEN GMBH,company,DEU,',
  'Ilse Brandt,person,DE,1975-01-02',
].join('\r\n')

const whole = {
  invalid: 0,
  refused: 0,
  duplicates: 0,
  possibleDuplicates: 0,
  createdEarlier: 0,
  planned: 0,
  plannedRepeats: 0,
  withOmissions: 0,
  remaining: 0,
  omissions: [],
  hasUnreadRows: false,
  stopped: null,
}

describe('a portfolio', () => {
  it('is created, except for problems with their line, column and reason', async () => {
    const team = createTeam()
    const report = await importInto(team, csv)
    expect(report).toEqual({
      ...whole,
      rows: 5,
      created: 3,
      invalid: 1,
      duplicates: 1,
      problems: [
        {
          kind: 'invalid',
          line: 6,
          column: 'Country',
          reason: expect.stringMatching(/^must be a country: /),
          sameAs: null,
        },
        { kind: 'duplicate', line: 7, column: null, reason: 'repeats line 3', sameAs: 3 },
      ],
      warnings: [],
      unusedColumns: ['Account\nmanager'],
    })
    expect(await team.list()).toMatchObject([
      { type: 'organization', name: 'Nordwind Turbinen GmbH', countryCode: 'DE' },
      { type: 'person', name: 'Ilse Brandt', countryCode: 'DE' },
      { type: 'person', name: 'Ilse Brandt', countryCode: 'DE' },
    ])
  })

  it.each<[string, () => PortfolioSource]>([
    ['bytes', () => new TextEncoder().encode(csv)],
    ['a Blob', () => new Blob([csv])],
    ['a stream of the web', () => new Response(csv).body ?? ''],
    ['a stream of Node', () => Readable.from([Buffer.from(csv)])],
    ['chunks of text', () => stream(csv.match(/.{1,7}/gs) ?? [])],
  ])('may come as %s', async (_, source) => {
    expect(await importInto(createTeam(), source())).toMatchObject({ rows: 5, created: 3 })
  })

  it('may come as a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'entity-screening-import-'))
    await writeFile(join(folder, 'portfolio.csv'), csv)
    expect(await importInto(createTeam(), { file: join(folder, 'portfolio.csv') })).toMatchObject({
      created: 3,
    })
    await rm(folder, { recursive: true })
  })

  it.each<[string, (rows: object[]) => PortfolioSource]>([
    ['an array', rows => rows],
    ['a set', rows => new Set(rows)],
    ['a generator', rows => rows.values()],
    ['an async generator', rows => stream(rows)],
    ['a stream of objects', rows => Readable.from(rows)],
  ])('may come as %s of rows, numbered from 1', async (_, source) => {
    const rows = [
      organization('A'),
      person('Ilse Brandt'),
      { Kind: 'org', 'Company name': 'C', Domicile: '?' },
    ]
    const report = await importInto(createTeam(), source(rows))
    expect(report).toMatchObject({
      rows: 3,
      created: 2,
      invalid: 1,
      problems: [{ line: 3, column: 'Domicile' }],
    })
  })

  it.each<[string, PortfolioSource]>([
    ['an empty list', []],
    ['an empty stream', stream([])],
    ['empty bytes', new Uint8Array()],
    ['a header alone', 'name,type,country\n'],
    ['blank lines', '\n\n\r\n'],
  ])('may be %s', async (_, source) => {
    const team = createTeam()
    expect(await importInto(team, source)).toEqual({
      ...whole,
      rows: 0,
      created: 0,
      problems: [],
      warnings: [],
      unusedColumns: [],
    })
  })

  it('with a line break in a name is told by the line in which its row begins', async () => {
    const team = createTeam()
    const lines = ['name,type,country', 'A,org,DE', '"B', 'GmbH",org,DE', '"C', '",org,DE', 'D,org,DE']
    const report = await importInto(team, lines.join('\n'))
    expect(report).toMatchObject({ rows: 4, created: 3, invalid: 1 })
    expect(report.problems).toMatchObject([
      { line: 3, column: 'name', reason: 'must not hold a line break or another control character' },
    ])
    expect(await team.names()).toEqual(['A', 'C', 'D'])
  })

  it('may be larger than a batch, and need more than one request at a time', { tags: 'long' }, async () => {
    const team = createTeam()
    const rows = Array.from({ length: 2500 }, (_, number) => organization(`Company ${number}`))
    const report = await importInto(team, rows, { batchSize: 300, concurrency: 4 })
    expect(report).toMatchObject({ ...whole, rows: 2500, created: 2500 })
  })

  it('may consist of namesakes alone', { tags: 'long' }, async () => {
    const team = createTeam()
    const rows = Array.from({ length: 120 }, (_, day) =>
      person('Ilse Brandt', new Date(Date.UTC(1950, 0, 1 + day)).toISOString().slice(0, 10)),
    )
    expect(await importInto(team, rows, { batchSize: 10 })).toMatchObject({ ...whole, created: 120 })
  })

  it('sends what its rows say', async () => {
    const team = createTeam()
    const report = await importInto(
      team,
      'Surname;Given name;Citizenship;Passport;DOB;Labels\nBrandt;Ilse;UK;L01;9.4.1961;a, b\n',
      { defaults: { type: 'person', countryCode: 'Germany', tags: ['import'] } },
    )
    expect(report).toMatchObject({ created: 1, unusedColumns: [] })
    const sent = team.server.requests.list().find(({ operation }) => operation === 'createEntitiesBulk')
    expect(JSON.parse(sent?.requestBody ?? '')).toEqual({
      entities: [
        {
          type: 'person',
          name: 'Ilse Brandt',
          first_name: 'Ilse',
          last_name: 'Brandt',
          countryCode: 'DE',
          nationality: 'GB',
          national_id: 'L01',
          birth_date: '1961-04-09',
          tags: 'a,b,import',
        },
      ],
    })
  })
})

describe('duplicates', () => {
  it('of organizations in the source are told with the line that they repeat', async () => {
    const rows = [
      organization('Nordwind GmbH', { registration: 'HRB 7' }),
      organization(' nordwind  GMBH ', { registration: 'hrb 7' }),
      organization('Nordwind GmbH', { countryCode: 'AT', registration: 'HRB 7' }),
      organization('Nordwind GmbH', { registration: 'HRB 8' }),
    ]
    const report = await importInto(createTeam(), rows)
    expect(report).toMatchObject({ created: 2, duplicates: 1, refused: 1 })
    expect(report.problems).toMatchObject([
      { line: 2, reason: 'repeats line 1', sameAs: 1 },
      // With another registration it is for the service to say.
      { line: 4, reason: 'organization "Nordwind GmbH" already exists in the team', sameAs: 1 },
    ])
  })

  it('of a row that is itself a duplicate of the team lead to the first', async () => {
    const team = createTeam()
    await importInto(team, [organization('Nordwind GmbH')])
    const rows = [organization('Nordwind GmbH'), organization('Nordwind GmbH'), organization('Other')]
    const report = await importInto(team, rows)
    expect(report).toMatchObject({ created: 1, duplicates: 2 })
    expect(report.problems.map(({ reason }) => reason)).toEqual([
      'is in the team already',
      'is in the team already',
    ])
  })

  it('that only the service knows of, where nobody of that name is in the list, are refused in its own words', async () => {
    const team = createTeam()
    await team.client.entities.create({
      type: 'organization',
      name: 'Nordwind Holding',
      countryCode: 'DE',
      registration: 'HRB 7',
    })
    const rows = [organization('Nordwind GmbH', { registration: 'HRB 7' }), organization('Other')]
    const report = await importInto(team, rows)
    expect(report).toMatchObject({ created: 1, duplicates: 0, refused: 1 })
    const reason = 'organization "Nordwind GmbH" already exists in the team'
    expect(report.problems).toMatchObject([{ line: 1, kind: 'refused', reason, sameAs: null }])
  })

  it('of persons are those in which nothing differs', async () => {
    const rows = [
      person('Ilse Brandt', '1961-04-09'),
      person('Brandt, Ilse', '09.04.1961'),
      person('Ilse Brandt', '1975-01-02'),
      person('Ilse Brandt'),
    ]
    const report = await importInto(createTeam(), rows)
    expect(report).toMatchObject({ created: 3, duplicates: 1, problems: [{ line: 2, sameAs: 1 }] })
  })

  it('of persons are not those who share the name of a household beside their own', async () => {
    const team = createTeam()
    const rows = ['Household,Ilse,Brandt', 'Household,Karl,Brandt', 'HOUSEHOLD,KARL,BRANDT']
    const lines = rows.map(row => `person,Brandt ${row},DE`)
    const report = await importInto(team, `type,name,first name,last name,country\n${lines.join('\n')}\n`)
    expect(report).toMatchObject({ created: 2, duplicates: 1, problems: [{ line: 4, sameAs: 3 }] })
  })

  it('of persons in the team are possible ones: left out, or created', async () => {
    const team = createTeam()
    await team.client.entities.create({ type: 'person', name: 'Ilse Brandt', countryCode: 'DE' })
    const rows = [
      person('Ilse Brandt', '1961-04-09'),
      person('Dragomir Vosskov'),
      person('Ilse Brandt', '1975-01-02'),
    ]
    const skipped = await importInto(team, rows)
    expect(skipped).toMatchObject({ created: 1, possibleDuplicates: 2 })
    expect(skipped.problems[0]).toEqual({
      kind: 'possible_duplicate',
      line: 1,
      column: null,
      reason: 'may be in the team already: it has a person of that name and country',
      sameAs: null,
    })
    const created = await importInto(team, rows, { onPossibleDuplicate: 'create' })
    expect(created).toMatchObject({ created: 3, possibleDuplicates: 0 })
    expect(await team.names()).toHaveLength(5)
  })

  it('of a whole portfolio are found when it is imported again', async () => {
    const team = createTeam()
    await importInto(team, csv)
    expect(await importInto(team, csv)).toMatchObject({
      created: 0,
      invalid: 1,
      duplicates: 2,
      possibleDuplicates: 2,
    })
  })
})

/** More than a reader of CSV looks at before it hands out the first of them. */
const manyRows = `name,type,country\n${'Always the same Ltd,org,DE\n'.repeat(4000)}`

describe('a source that is not what it should be', () => {
  it.each<[string, PortfolioSource, string]>([
    ['a header without names', 'a,b\n1,2\n', 'columns.name must say which column holds the names'],
    ['a file that is not there', { file: '/nowhere/portfolio.csv' }, 'source cannot be read: ENOENT'],
    ['a file that is a folder', { file: '.' }, 'source cannot be read: EISDIR'],
    ['Latin-1', Buffer.from('name,type,country\nÖl AG,org,DE\n', 'latin1'), 'is not UTF-8: it could be '],
    [
      'text and something else',
      JSON.parse('["name,type,country\\n", 7]'),
      'source cannot be read: a CSV source must consist of bytes or text',
    ],
    ['a file given as text', 'portfolio.csv', 'a file as { file }'],
  ])('is refused before the service is asked for anything: %s', async (_, source, sentence) => {
    const team = createTeam()
    const error = await failureOf(importPortfolio(team.client, source))
    expect(error).toMatchObject({ name: 'InputValidationError', message: expect.stringContaining(sentence) })
    expect(error, 'is told once').not.toMatchObject({
      message: expect.stringMatching(/(?<!^)importPortfolio/),
    })
    expect(team.server.requests.list()).toEqual([])
  })

  it('that breaks off stops the import, and what was read of it is told', async () => {
    async function* source() {
      for (let number = 0; number < 5; number += 1) yield organization(`Company ${number}`)
      throw new Error('the disk is gone')
    }
    const team = createTeam()
    const report = await importInto(team, source(), { batchSize: 2, concurrency: 1 })
    expect(report).toMatchObject({
      rows: 5,
      hasUnreadRows: true,
      stopped: { cause: 'failed', error: { message: 'the disk is gone' } },
    })
    expect(report.remaining).toBeGreaterThan(0)
    expect(
      await importInto(
        team,
        stream(Array.from({ length: 5 }, (_, number) => organization(`Company ${number}`))),
      ),
    ).toMatchObject({
      rows: 5,
      created: report.remaining,
      duplicates: report.created,
      stopped: null,
    })
  })

  it.each<[string, () => PortfolioSource, string]>([
    [
      'Latin-1',
      () => stream([Buffer.from(manyRows), Buffer.from('Öl AG,org,DE\n', 'latin1')]),
      'is not UTF-8',
    ],
    [
      'something else',
      () => stream<Uint8Array | string>(JSON.parse(JSON.stringify([manyRows, 7]))),
      'must consist of bytes or text',
    ],
    [
      'a cell of 5 MB',
      () => `name,type,country\nA,org,DE\n"${'x'.repeat(5_000_000)}",org,DE\n`,
      'line 3: a row does not end',
    ],
  ])(
    'is refused before a row is sent if something is wrong further down: %s',
    { tags: 'long' },
    async (_, source, sentence) => {
      const team = createTeam()
      await expect(importInto(team, source())).rejects.toMatchObject({
        name: 'InputValidationError',
        message: expect.stringContaining(sentence),
      })
      expect(await team.list()).toEqual([])
    },
  )

  it('may hold rows that no CSV should: each is told, and nothing is swallowed', async () => {
    const lines = [
      'name,type,country',
      'A,org,DE',
      'B, Inc.,org,DE',
      '"C" Ltd,org,DE',
      'D,org,DE',
      '"E",org,DE',
      'F,org,DE',
      '"G,org,DE',
      'H,org,DE',
    ]
    const report = await importInto(createTeam(), `${lines.join('\n')}\n`)
    expect(report).toMatchObject({ created: 2, invalid: 3 })
    expect(report.problems.map(({ line, reason }) => [line, /lines up to (\d)/.exec(reason)?.[1]])).toEqual([
      [3, undefined],
      [4, '6'],
      [8, '9'],
    ])
  })
})

describe('progress', () => {
  it('adds up, and comes to the end of the source', async () => {
    const told: ImportProgress[] = []
    const rows = Array.from(
      { length: 1000 },
      (_, number) => `Company ${number},org,${number % 10 ? 'DE' : '?'}`,
    )
    const text = ['name,type,country', ...rows].join('\n')
    await importInto(createTeam(), text, { batchSize: 100, onProgress: progress => told.push(progress) })
    expect(told.length).toBeGreaterThan(9)
    for (const { settled, rows, read } of told) {
      expect(settled).toBeLessThanOrEqual(rows)
      expect(read?.of).toBe(text.length)
    }
    expect(told.at(-1)).toEqual({
      rows: 1000,
      created: 900,
      invalid: 100,
      refused: 0,
      duplicates: 0,
      possibleDuplicates: 0,
      createdEarlier: 0,
      planned: 0,
      plannedRepeats: 0,
      withOmissions: 0,
      remaining: 0,
      settled: 1000,
      read: { bytes: text.length, of: text.length },
      pausedFor: null,
      nextReadIn: null,
      inDoubt: 0,
      failure: null,
    })
  })

  it('is reported while rows are read and none is sent', { tags: 'long' }, async () => {
    const rows = Array.from({ length: 5000 }, () => organization('Always the same'))
    const told: number[] = []
    await importInto(createTeam(), rows, { keepProblems: 5000, onProgress: ({ rows }) => told.push(rows) })
    expect(told.length).toBeGreaterThan(4)
  })

  it('reports each problem once, also those that the report has no room for', async () => {
    const told: RowProblem[] = []
    const rows = [{}, organization('A'), organization('A'), organization('A'), { type: 'trust' }]
    const report = await importPortfolio(createTeam().client, rows, {
      keepProblems: 2,
      onProblem: problem => told.push(problem),
    })
    expect(told).toHaveLength(4)
    expect(report).toMatchObject({ invalid: 2, duplicates: 2 })
    expect(report.problems).toHaveLength(2)
  })

  it.each(['onProgress', 'onProblem'] as const)(
    'whose %s throws stops the import in good order',
    async name => {
      const mine = new Error('mine')
      const options: ImportOptions = {
        batchSize: 2,
        [name]() {
          throw mine
        },
      }
      const rows = stream([...'abcdefgh'].map(letter => organization(letter === 'd' ? 'a' : letter)))
      const report = await importInto(createTeam(), rows, options)
      expect(report.stopped).toMatchObject({ cause: 'failed', error: mine })
      expect(report).toMatchObject({ rows: 8, duplicates: 1 })
      expect(report.remaining).toBeGreaterThan(0)
    },
  )
})

describe('options', () => {
  it('that are undefined count as left out, down to a column and a method of the journal', async () => {
    const lines: string[] = []
    const given: ImportOptions = {
      columns: { name: undefined, tags: undefined, countryCode: 'Domicile' },
      defaults: { type: undefined, countryCode: undefined, tags: undefined },
      batchSize: undefined,
      journal: {
        read: async () => [...lines],
        append: async line => void lines.push(line),
        close: undefined,
      },
      signal: undefined,
    }
    const text = 'Name,Type,Domicile,Tags\nNordwind,organization,DE,supplier\n'
    expect(await importInto(createTeam(), text, given)).toMatchObject({
      created: 1,
      unusedColumns: [],
      ...whole,
    })
    expect(lines.join()).toContain('created')
  })

  it.each<[string, object, string]>([
    ['columns', { columns: { firma: 'Name' } }, 'columns.firma is not a field here'],
    ['columns', { columns: { name: 7 } }, 'columns.name must be the name of a column, or a list of names'],
    ['defaults', { defaults: { type: 'trust' } }, 'defaults.type must be organization or person'],
    ['defaults', { defaults: { countryCode: 'Atlantis' } }, 'defaults.countryCode must be a country'],
    ['defaults', { defaults: { tags: ['a,b'] } }, 'defaults.tags[0] must not hold a comma'],
    ['batchSize', { batchSize: 0 }, 'batchSize must be at least 1'],
    ['batchSize', { batchSize: 1001 }, 'batchSize must be at most 1000'],
    ['concurrency', { concurrency: 17 }, 'concurrency must be at most 16'],
    ['concurrency', { concurrency: Number.NaN }, 'concurrency must be'],
    ['journal', { journal: {} }, 'journal must be the name of a file, or have the methods read and append'],
    ['journal', { journal: '' }, 'journal must be the name of a file'],
    [
      'onPossibleDuplicate',
      { onPossibleDuplicate: 'ask' },
      'onPossibleDuplicate must be one of "skip", "create"',
    ],
    ['recheckDelay', { recheckDelay: -1 }, 'recheckDelay must be a number of milliseconds, 0 or more'],
    ['giveUpAfter', { giveUpAfter: Number.POSITIVE_INFINITY }, 'giveUpAfter must be'],
    ['keepProblems', { keepProblems: 0.5 }, 'keepProblems must be'],
    ['signal', { signal: {} }, 'signal must be'],
    ['onProgress', { onProgress: 'loud' }, 'onProgress must be a function'],
    ['onProblem', { onProblem: 1 }, 'onProblem must be a function'],
    ['another', { onprogress() {} }, 'onprogress is not a field here'],
  ])('that are wrong are named: %s', async (_, options, sentence) => {
    const { client } = createTeam()
    const error = await failureOf(
      importPortfolio(
        client,
        [],
        JSON.parse('{}', () => options),
      ),
    )
    expect(error).toMatchObject({ name: 'InputValidationError', message: expect.stringContaining(sentence) })
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['a function', () => []],
    ['an object', {}],
    ['a file without a name', { file: 7 }],
  ])('do not include a source that is %s', async (_, source) => {
    const call = Reflect.apply(importPortfolio, undefined, [createTeam().client, source])
    expect(await failureOf(call)).toMatchObject({
      name: 'InputValidationError',
      message: expect.stringMatching(/source (is required and )?must be CSV text/),
    })
  })

  it('are named all at once, with a client that is none', async () => {
    const error = await failureOf(
      Reflect.apply(importPortfolio, undefined, [null, 7, { batchSize: 'x', recheckDelay: 'y' }]),
    )
    expect(error).toMatchObject({
      issues: [
        { path: ['client'] },
        { path: ['source'] },
        { path: ['options', 'batchSize'] },
        { path: ['options', 'recheckDelay'] },
      ],
    })
  })

  it('keep personal data out of what is told', async () => {
    const team = createTeam()
    const rows = [
      person('Ilse Secretperson', '1961-13-09'),
      person('Secretmononym'),
      { ...person('A B'), nationalId: ['Secretid'] },
    ]
    const report = await importPortfolio(team.client, rows)
    requireWholeness(report)
    expect(problemLines(report, 'invalid')).toEqual([1, 2, 3])
    expect(JSON.stringify(report)).not.toContain('Secret')
  })
})
