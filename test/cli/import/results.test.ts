import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { EntityScreening } from 'entity-screening-sdk'
import type { MockServer, MockServerOptions, ServiceResponse } from 'entity-screening-sdk/mock-server'
import Papa from 'papaparse'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { baseUrl } from '../../answering.ts'
import { raiseLimit } from '../../portfolio/team.ts'
import { prepareCommand } from '../call-command.ts'
import { clientOf, startService } from '../services.ts'

const command = prepareCommand()
let [customers, results] = ['', '']
beforeEach(() => {
  const name = crypto.randomUUID()
  customers = `${name}.csv`
  results = `${name}.results.csv`
})

async function readResults(file = results): Promise<Record<string, string>[]> {
  return Papa.parse<Record<string, string>>(await readFile(file, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  }).data
}

/** Changes the second and all later responses with the team's list. */
function changeLaterLists(change: Partial<ServiceResponse>): NonNullable<MockServerOptions['transform']> {
  let lists = 0
  return response => {
    if (response.operation !== 'listEntities') return response
    lists += 1
    return lists === 1 ? response : { ...response, ...change }
  }
}

/** The identifiers of the team's entities with a name, the oldest first. */
async function idsOf(server: MockServer, name: string): Promise<string[]> {
  const entities = await clientOf(server).entities.list()
  return entities.filter(entity => entity.name === name).map(({ id }) => id)
}

const header = 'customer_no,first name,last name,name,type,country,dob,registration,note'

const portfolio = `${header}
1001,Ilse,Brandt,,person,DE,1961-04-09,,"a, ""b"""
1002,Ilse,Brandt,,person,DE,1975-01-02,,=1+1

1003,,,Halfmoon Minerals Oy,organization,FI,,, spaced
1004,,,Nordwind GmbH,organization,Nowhereland,,,
1005,,,HALFMOON MINERALS OY,organization,FI,,
1006,,,Quiet Harbour Ltd,organization,GB,,="0042",,surplus
`

describe('import --results', () => {
  it('writes each row as it was, with its line, outcome, reason and entity', { tags: 'long' }, async () => {
    const { server, environment } = await startService()
    await writeFile(customers, portfolio)
    const { status, stderr } = await command.run(['import', customers, '--results', results], environment)
    expect(status).toBe(3)
    expect(stderr).toContain(`written: ${results}\n`)
    const [halfmoon] = await idsOf(server, 'Halfmoon Minerals Oy')
    const ilses = await idsOf(server, 'Ilse Brandt')
    const { entities } = clientOf(server)
    const bornIn1961 = (await Promise.all(ilses.map(id => entities.network(id)))).map(
      ({ nodes }) => nodes[0]?.birthDate === '1961-04-09',
    )
    const [elder, younger] = bornIn1961[0] ? ilses : ilses.toReversed()
    const checksums = /,v2-[0-9a-f-]{8,23},/g
    expect((await readFile(results, 'utf8')).replaceAll(checksums, ',v2-…,').split('\n')).toEqual([
      `line,outcome,reason,entity_ids,checksum,${header}`,
      `2,created,,${elder},v2-…,1001,Ilse,Brandt,,person,DE,1961-04-09,,"a, ""b"""`,
      `3,created,,${younger},v2-…,1002,Ilse,Brandt,,person,DE,1975-01-02,,=1+1`,
      `5,created,,${halfmoon},v2-…,1003,,,Halfmoon Minerals Oy,organization,FI,,," spaced"`,
      expect.stringMatching(/^6,invalid,"?country: must be a country: .*"?,,v2-…,1004,,,Nordwind GmbH/),
      `7,duplicate,repeats line 5,${halfmoon},v2-…,1005,,,HALFMOON MINERALS OY,organization,FI,,`,
      expect.stringMatching(
        /^8,invalid,.*has 10 cells.*,,v2-…,1006,,,Quiet Harbour Ltd,organization,GB,,"=""0042""",,surplus$/,
      ),
      '',
    ])
  })

  it('names the fields without which a row is created', async () => {
    const { environment } = await startService()
    const rows = ['Ilse,Brandt,person,DE,09/04/1961', 'Karl,Thaler,person,DE,1961-04-09']
    await writeFile(customers, ['first name,last name,type,country,dob', ...rows, ''].join('\n'))
    await command.run(['import', customers, '--omit-unreadable', '--results', results], environment)
    expect(await readResults()).toMatchObject([
      {
        outcome: 'created',
        reason: expect.stringMatching(/^without dob: must be a date.*set --dates to dmy/),
      },
      { outcome: 'created', reason: '' },
    ])
  })

  it('keeps the delimiter of the file, and can be read only by its owner', { tags: 'long' }, async () => {
    const { environment } = await startService()
    await writeFile(customers, Buffer.from('Kunde;Firma\n7;M\xfcller, Sohn\n', 'latin1'))
    const flags = ['--encoding', 'latin1', '--type', 'organization', '--country', 'DE']
    await command.run(['import', customers, ...flags, '--results', results], environment)
    const lines = (await readFile(results, 'utf8')).split('\n')
    expect(lines[0]).toBe('\uFEFFline;outcome;reason;entity_ids;checksum;Kunde;Firma')
    expect(lines[1]).toMatch(/^2;created;;[0-9a-f]+;v2-[0-9a-f-]{8,23};7;Müller, Sohn$/)
    if (process.platform !== 'win32') expect((await stat(results)).mode & 0o777).toBe(0o600)
    expect((await readdir('.')).filter(name => name.includes('.new-'))).toEqual([])
  })

  it('has only a header for a file without rows', async () => {
    const { environment } = await startService()
    await writeFile(customers, 'no,name,type,country\n')
    await command.run(['import', customers, '--allow-empty', '--results', results], environment)
    expect(await readFile(results, 'utf8')).toBe(
      'line,outcome,reason,entity_ids,checksum,no,name,type,country\n',
    )
  })

  it.each([
    ['without a byte', '', ['--type', 'person', '--journal', 'empty.journal']],
    ['with a header alone', 'no,name,type,country\n', []],
  ])('leaves the earlier file as it is after an import of a file %s', async (_, text, flags) => {
    const { environment } = await startService()
    await writeFile(customers, text)
    await writeFile(results, 'the earlier results')
    const { status, stderr } = await command.run(
      ['import', customers, '--results', results, '--replace', ...flags],
      environment,
    )
    expect(status).toBe(1)
    expect(stderr).toContain(`${results} was not written: no row was read\n`)
    expect(await readFile(results, 'utf8')).toBe('the earlier results')
  })

  it('has all ids of namesakes that no birth date tells apart, and those of the team for a possible duplicate', async () => {
    const { server, environment } = await startService()
    await clientOf(server).entities.create({ type: 'person', name: 'Kim Doe', countryCode: 'DE' })
    await writeFile(
      customers,
      'no,first name,last name,type,country,dob\n1,Ilse,Brandt,person,DE,\n2,Ilse,Brandt,person,DE,1961-04-09\n3,Kim,Doe,person,DE,\n4,Kim,Roe,person,DE,\n',
    )
    const { status } = await command.run(['import', customers, '--results', results], environment)
    expect(status).toBe(3)
    const ilses = await idsOf(server, 'Ilse Brandt')
    const [undated, dated, possible, single] = await readResults()
    expect(undated?.entity_ids?.split(' ').toSorted()).toEqual(ilses.toSorted())
    expect(dated?.entity_ids?.split(' ').toSorted()).toEqual(ilses.toSorted())
    expect(possible).toMatchObject({
      outcome: 'possible_duplicate',
      entity_ids: (await idsOf(server, 'Kim Doe')).join(' '),
    })
    expect(single).toMatchObject({
      outcome: 'created',
      entity_ids: (await idsOf(server, 'Kim Roe')).join(' '),
    })
  })

  it('gives hits the columns of the file', async () => {
    const { server, environment } = await startService()
    await writeFile(
      customers,
      'customer_no,first name,last name,type,country,dob\n1001,[pep] Ilse,Brandt,person,DE,1961-04-09\n1002,[pep] Ilse,Brandt,person,DE,1975-01-02\n',
    )
    await command.run(['import', customers, '--results', results], environment)
    server.clock.settle()
    const reference = ['--reference', results, '--column', 'customer_no', '--column', 'dob']
    const { stdout } = await command.run(['hits', '--all', '--csv', ...reference], environment)
    const hits = Papa.parse<Record<string, string>>(stdout, { header: true, skipEmptyLines: true }).data
    expect(hits.map(({ customer_no, dob, born }) => [customer_no, dob, born]).toSorted()).toEqual([
      ['1001', '1961-04-09', '1961-04-09'],
      ['1002', '1975-01-02', '1975-01-02'],
    ])
  })

  it('holds the rows of a partition only; those of all partitions are those of the file', async () => {
    const { environment } = await startService()
    const rows = Array.from({ length: 40 }, (_, row) => `${row},Company ${row} Ltd,organization,GB`)
    await writeFile(
      customers,
      ['no,name,type,country', ...rows, '40,Nowhere,organization,Nowhereland', ''].join('\n'),
    )
    const parts: string[] = []
    for (const part of ['1/2', '2/2']) {
      const file = `${results}-${part[0]}`
      await command.run(['import', customers, '--partition', part, '--results', file], environment)
      const written = await readResults(file)
      expect(written.length).toBeGreaterThan(5)
      expect(
        written.every(({ outcome, entity_ids }) => (outcome === 'created') === (entity_ids !== '')),
      ).toBe(true)
      parts.push(...written.map(({ no = '' }) => no))
    }
    expect(parts.map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 41 }, (_, row) => row))
  })

  it('shows what is left at the entity limit, and everything after the import was continued', {
    tags: 'long',
  }, async () => {
    const { server, environment } = await startService()
    const { apiKey } = server.teams.create({ entityLimit: 30 })
    const withKey = { ...environment, ENTITY_SCREENING_API_KEY: apiKey }
    const rows = Array.from({ length: 50 }, (_, row) => `Company ${row} Ltd,organization,GB`)
    await writeFile(customers, ['name,type,country', ...rows, rows[0], ''].join('\n'))
    const line = ['import', customers, '--results', results, '--journal', `${customers}.journal`]
    const flags = ['--batch-size', '10', '--concurrency', '1']
    expect(await command.run([...line, ...flags], withKey)).toMatchObject({ status: 4 })
    const outcomes = (await readResults()).map(({ outcome, entity_ids }) => `${outcome} ${entity_ids !== ''}`)
    const count = (outcome: string) => outcomes.filter(text => text === outcome).length
    expect([count('created true'), count('remaining false'), count('duplicate true')]).toEqual([30, 20, 1])
    raiseLimit({ server }, 100)
    expect(await command.run(line, withKey)).toMatchObject({ status: 0 })
    const complete = await readResults()
    expect(complete).toHaveLength(51)
    const list = await new EntityScreening({ apiKey, baseUrl, fetch: server.fetch }).entities.list()
    for (const { name, entity_ids } of complete)
      expect(entity_ids).toBe(list.find(entity => entity.name === name)?.id)
  })

  it.each<[string[], string]>([
    [['-'], '--results needs a regular FILE, which it reads again at the end, not stdin or a pipe'],
    [['/dev/stdin'], '--results needs a regular FILE'],
    [['collides.csv'], 'collides.csv has columns that --results adds: Line, reason; rename or remove them'],
    [['collides.csv', '--dry-run'], '--results shows what was created: leave out --dry-run'],
  ])('is refused with %j, before anything is sent', async (parameters, sentence) => {
    const { server, environment } = await startService()
    await writeFile('collides.csv', 'name,type,country,Line,reason\nNordwind,organization,DE,,\n')
    const csv = 'name,type,country\nNordwind,organization,DE\n'
    const { status, stderr } = await command.run(
      ['import', ...parameters, '--results', results],
      environment,
      csv,
    )
    expect(status).toBe(2)
    expect(stderr).toContain(sentence)
    expect(server.requests.list()).toEqual([])
    expect(await readdir('.')).not.toContain(results)
  })

  it.each(['-results', '-in-doubt', '-gone'])('is no source of another import: %s', async part => {
    const { server, environment } = await startService()
    const file = `${customers}${part}.csv`
    await writeFile(file, 'former,entity_ids,name,type,country\ngone,a,Nordwind,organization,DE\n')
    const { status, stderr } = await command.run(['import', file], environment)
    expect(status).toBe(2)
    const sentence = `${file} has the column entity_ids, so it looks like a file that import or compare has written: import`
    expect(stderr).toContain(sentence)
    const withResults = await command.run(['import', file, '--results', results], environment)
    expect(withResults).toMatchObject({ status: 2, stderr: expect.stringContaining(sentence) })
    expect(server.requests.list()).toEqual([])
  })

  it.each([
    ['no/such/folder.csv', 'there is no such folder'],
    ['.', 'it is a folder'],
  ])('is refused if the file cannot be written: %s', async (file, sentence) => {
    const { server, environment } = await startService()
    await writeFile(customers, 'name,type,country\nNordwind,organization,DE\n')
    const { status, stderr } = await command.run(['import', customers, '--results', file], environment)
    expect(status).toBe(1)
    expect(stderr).toContain(`${file} cannot be written: ${sentence}`)
    expect(server.requests.list()).toEqual([])
  })

  it('must be another file than the source', async () => {
    await writeFile(customers, 'name\n')
    const { status, stderr } = await command.run(['import', customers, '--results', `./${customers}`])
    expect({ status, stderr }).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('FILE and --results must be different files'),
    })
  })

  it('leaves an earlier file as it is if the list cannot be read at the end', async () => {
    const { environment } = await startService({ transform: changeLaterLists({ status: 403 }) })
    await writeFile(customers, 'name,type,country\nNordwind,organization,DE\n')
    await writeFile(results, 'earlier')
    const { status, stdout, stderr } = await command.run(
      ['import', customers, '--results', results, '--replace'],
      environment,
    )
    expect({ status, stdout }).toEqual({ status: 1, stdout: '1  rows\n1  created\n' })
    expect(stderr).toMatch(new RegExp(`^${results} was not written\\n.*403`))
    expect(await readFile(results, 'utf8')).toBe('earlier')
  })

  it.each(['--results', '--problems'])('of an import is not replaced by that of another: %s', async flag => {
    const { server, environment } = await startService()
    const [journal, other] = [`${customers}.journal`, `${customers}.other.journal`]
    await writeFile(customers, 'name,type,country\nNordwind,organization,DE\n')
    const line = ['import', customers, flag, results]
    expect((await command.run([...line, '--journal', journal], environment)).status).toBe(0)
    const [earlier, requests] = [await readFile(results, 'utf8'), server.requests.list().length]
    for (const flags of [[], ['--journal', other], ['--journal', other]]) {
      const { status, stdout, stderr } = await command.run([...line, ...flags], environment)
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      expect(stderr).toBe(`entity-screening: ${results} exists already: --replace replaces it\n`)
    }
    expect(server.requests.list()).toHaveLength(requests)
    expect(await readFile(results, 'utf8')).toBe(earlier)
    // The import that has written the file may write it again.
    expect((await command.run([...line, '--journal', journal], environment)).status).toBe(0)
    expect((await command.run([...line, '--replace'], environment)).status).toBe(0)
    expect(await readFile(results, 'utf8')).not.toBe(earlier)
  })

  it('warns of created rows that the list does not show, and ends with 3', async () => {
    const { environment } = await startService({ transform: changeLaterLists({ body: [] }) })
    await writeFile(customers, 'name,type,country\nNordwind,organization,DE\n')
    const { status, stderr } = await command.run(['import', customers, '--results', results], environment)
    expect(status).toBe(3)
    expect(stderr).toContain("warning: 1 created row is not in the team's list yet")
  })

  it('is not written if the source changes during the import, or if the import is interrupted', {
    tags: 'long',
  }, async () => {
    const rows = Array.from({ length: 500 }, (_, row) => `Company ${row} Ltd,organization,GB`)
    for (const interrupt of [true, false]) {
      const { server, environment } = await startService({
        latency: 50,
        clock: 'real',
      })
      await writeFile(customers, ['name,type,country', ...rows, ''].join('\n'))
      const line = ['import', customers, '--results', results, '--batch-size', '50', '--concurrency', '1']
      const running = command.start(line, environment)
      await vi.waitUntil(() => server.requests.list().length >= 4, { timeout: 60_000, interval: 5 })
      if (interrupt) running.interrupt()
      else await appendFile(customers, '\n')
      const { status, stderr } = await running.ended
      expect(status).toBe(interrupt ? 130 : 1)
      expect(stderr).toContain(`${results} was not written`)
      expect(stderr).toContain(
        interrupt ? 'the import was stopped' : `${customers} has changed during the import`,
      )
      expect((await readdir('.')).filter(name => name.startsWith(results))).toEqual([])
    }
  })
})
