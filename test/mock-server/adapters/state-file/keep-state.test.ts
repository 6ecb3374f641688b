import { copyFileSync, readdirSync } from 'node:fs'
import { appendFile, link, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer, type MockServer, type MockServerOptions } from 'entity-screening-sdk/mock-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepStateIn, type StateFile } from '../../../../mock-server/adapters/state-file/keep-state.ts'

let folder = ''
let file = ''
let opened: StateFile[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entity-screening-state-'))
  file = join(folder, 'state')
})
afterEach(async () => {
  for (const state of opened) await state.close().catch(() => {})
  opened = []
  await rm(folder, { recursive: true })
})

const clientOf = (server: MockServer) =>
  new EntityScreening({ apiKey: 'key', baseUrl: 'http://in-process', fetch: server.fetch, maxRetries: 0 })

async function begin(options: MockServerOptions = {}, foldAfter?: number) {
  const server = createMockServer({ keys: { key: 'team' }, entityLimit: 1_000_000, ...options })
  const state = await keepStateIn(file, server, { foldAfter })
  opened.push(state)
  return { server, state, client: clientOf(server) }
}

/** What a process that is killed leaves: the files as they are, without the lock, in another folder. */
async function afterKill(): Promise<MockServer> {
  const copied = await mkdtemp(join(folder, 'copy-'))
  // All at one moment: a fold goes on as soon as it may.
  for (const name of readdirSync(folder)) {
    if (/^state(\.journal-\d+)?$/.test(name)) copyFileSync(join(folder, name), join(copied, name))
  }
  const server = createMockServer({ keys: { key: 'team' }, entityLimit: 1_000_000 })
  opened.push(await keepStateIn(join(copied, 'state'), server))
  return server
}

const stateOf = (server: MockServer) => [...server.changes()].filter(({ kind }) => kind !== 'clock')

async function fill(client: EntityScreening, count: number, of = '') {
  const rows = Array.from({ length: count }, (_, number) => `Company ${of}${number}`)
  for (let at = 0; at < count; at += 1000) {
    await client.entities.createBulk(
      rows.slice(at, at + 1000).map(name => ({ type: 'organization', name, countryCode: 'DE' }) as const),
    )
  }
}

describe('a fold', { timeout: 60_000 }, () => {
  it('lets changes go on, and has all of them, whatever they are', async () => {
    const { server, client } = await begin({}, 200_000)
    await fill(client, 3000)
    const [first] = await client.entities.list()
    for (let round = 0; round < 40; round += 1) {
      const { id } = await client.entities.create({ type: 'person', name: `Person ${round}` })
      await client.entities.attachDocument(id, { url: 'https://example.com/new' })
      await client.entities.attachDocument(first?.id ?? '', { url: `https://example.com/${round}` })
      await client.entities.rescan(id)
      server.setCaseStatus(id, `STATUS ${round}`)
      server.clock.advance('1s')
      server.teams.create({ id: `team-${round % 3}` })
      if (round === 25) server.restore(server.snapshot())
      await new Promise(resolve => setImmediate(resolve))
      if (round % 8 === 0) expect(stateOf(await afterKill())).toEqual(stateOf(server))
    }
    expect(
      Number(
        (await readdir(folder))
          .find(name => name.includes('journal'))
          ?.split('-')
          .at(-1),
      ),
    ).toBeGreaterThan(3)
    server.reset()
    await client.entities.create({ type: 'person', name: 'After the reset' })
    expect(stateOf(await afterKill())).toEqual(stateOf(server))
  })

  it('is in pieces, between which others have their turn', async () => {
    const { client, state } = await begin()
    await fill(client, 30_000)
    const pieces = (await stat(`${file}.journal-1`)).size / 2 ** 20
    expect(pieces).toBeGreaterThan(5)
    let turns = 0
    const turn = () => {
      turns += 1
      immediate = setImmediate(turn)
    }
    let immediate = setImmediate(turn)
    await state.close()
    clearImmediate(immediate)
    expect(turns).toBeGreaterThan(pieces)
  })

  it('ends although entities come faster than it writes', async () => {
    const { client } = await begin({}, 500_000)
    for (let round = 0; round < 30; round += 1) {
      await fill(client, 1000, `${round}-`)
      await new Promise(resolve => setTimeout(resolve, 5))
    }
    const journals = (await readdir(folder)).filter(name => name.includes('journal'))
    expect(journals.length).toBeLessThanOrEqual(2)
    for (const name of journals) expect((await stat(join(folder, name))).size).toBeLessThan(6_000_000)
  })
})

describe('a document', { timeout: 60_000 }, () => {
  it('is kept by itself, and a rescan without the documents', async () => {
    const { client, server } = await begin()
    const { id } = await client.entities.create({ type: 'person', name: 'Many documents' })
    for (let number = 0; number < 300; number += 1)
      await client.entities.attachDocument(id, { url: `https://example.com/${number}` })
    await client.entities.rescan(id)
    expect((await stat(`${file}.journal-1`)).size).toBeLessThan(300 * 400)
    expect(stateOf(await afterKill())).toEqual(stateOf(server))
  })

  it('may be one of very many', async () => {
    const { client, server, state } = await begin()
    const { id } = await client.entities.create({ type: 'person', name: 'Very many documents' })
    const document = {
      id: 'x',
      runId: 'r',
      url: 'https://example.com/',
      title: 't',
      type: 'other' as const,
      attachedAt: 0,
    }
    for (let number = 0; number < 150_000; number += 1)
      server.apply({ kind: 'document', team: 'team', entity: id, number, document })
    await client.entities.attachDocument(id, { url: 'https://example.com/last' })
    await state.close()
    const again = await begin()
    expect(stateOf(again.server)).toHaveLength(150_003)
    again.server.clock.settle()
  })
})

it('time continues where it was, whatever clock each start has', async () => {
  const day = 86_400_000
  for (const clock of ['real', 'manual', 'real', 'x60', 'stepping', 'real'] as const) {
    const { server, state } = await begin({ clock })
    expect(Math.abs(server.clock.now() - Date.now())).toBeLessThan(day)
    await state.close()
  }
})

describe('a state of the first version', () => {
  const entity = {
    ...{ id: 'e1', name: 'Kept', type: 'person', countryCode: null, registration: null, birthDate: null },
    ...{
      nationalId: null,
      nationality: null,
      tags: [],
      createdAt: 5,
      updatedAt: 5,
      scan: 1,
      scanStartedAt: 5,
    },
    ...{ lastResults: 0, caseStatus: null },
  }
  const documents = [
    { id: 'd', runId: 'r', url: 'https://example.com/', title: 't', type: 'other', attachedAt: 6 },
  ]
  const changes = [
    { kind: 'clock', ahead: 1000 },
    { kind: 'team', id: 'team', apiKey: 'key', entityLimit: 5 },
    { kind: 'entity', team: 'team', entity: { ...entity, documents } },
  ]

  it('is read, with its journal, and written as lines', async () => {
    await writeFile(file, JSON.stringify({ version: 1, seed: 1, changes, journal: 3 }))
    const later = { kind: 'entity', team: 'team', entity: { ...entity, id: 'e2', documents: [] } }
    await writeFile(`${file}.journal-3`, `${JSON.stringify(later)}\n{"kind":"entity","team":"te`)
    const { client, server, state } = await begin()
    expect((await client.entities.list()).map(({ id }) => id)).toEqual(['e1', 'e2'])
    expect([...server.changes()].find(({ kind }) => kind === 'document')).toMatchObject({
      entity: 'e1',
      document: documents[0],
    })
    await state.close()
    expect(await readdir(folder)).toEqual(['state'])
    expect((await begin()).server.clock.now()).toBe(server.clock.now())
  })

  it('is read without a journal, as a clean stop left it', async () => {
    await writeFile(file, JSON.stringify({ version: 1, seed: 1, changes, journal: 3 }, null, 2))
    expect(await (await begin()).client.entities.list()).toHaveLength(1)
  })
})

describe('what is wrong is told with file and line', () => {
  beforeEach(async () => {
    const { client, state } = await begin()
    await fill(client, 3)
    await state.close()
  })

  const refused = (options: MockServerOptions = {}) =>
    begin(options).then(
      () => 'nothing',
      (error: Error) => error.message,
    )

  const idOf = (line = '') => /"entity":{"id":"(\w+)"/.exec(line)?.[1] ?? ''
  const withIdOf = (other = '', line = '') => line.replace(idOf(line), idOf(other))

  async function damage(change: (lines: string[]) => void): Promise<void> {
    const lines = (await readFile(file, 'utf8')).split('\n')
    change(lines)
    await writeFile(file, lines.join('\n'))
  }

  it.each<[string, (lines: string[]) => void, string]>([
    ['a line that is no JSON', lines => lines.splice(3, 1, '{"kind":'), 'line 4 is not JSON'],
    ['half a file', lines => lines.splice(4), 'line 3 is the last one, and the end is missing'],
    ['a line too few', lines => lines.splice(4, 1), 'line 6 announces 5 lines, not 4'],
    [
      'a field of another kind',
      lines => lines.splice(3, 1, lines[3]?.replace('"scan":1', '"scan":"1"') ?? ''),
      'line 4 says what cannot be: entity.scan must be a number',
    ],
    [
      'an entity without a team',
      lines => lines.splice(3, 1, lines[3]?.replace('"team":"team"', '"team":"other"') ?? ''),
      'line 4 says what cannot be: there is no such team for the entity',
    ],
    [
      'an entity twice, in place of another',
      lines => lines.splice(4, 1, lines[3] ?? ''),
      'line 5 says what cannot be: the entity occurs twice',
    ],
    [
      'an entity with the id of another',
      lines => lines.splice(5, 1, withIdOf(lines[3], lines[5])),
      'line 6 says what cannot be: the entity occurs twice',
    ],
    [
      'a key twice, in place of an entity',
      lines => lines.splice(4, 1, lines[2] ?? ''),
      'line 5 says what cannot be: the key occurs twice',
    ],
    [
      'the time twice, in place of an entity',
      lines => lines.splice(4, 1, lines[1] ?? ''),
      'line 5 says what cannot be: the clock occurs twice',
    ],
    [
      'another version',
      lines => lines.splice(0, 1, lines[0]?.replace('"version":2', '"version":3') ?? ''),
      'line 1 says',
    ],
  ])('%s', async (_, change, sentence) => {
    await damage(change)
    const before = await readFile(file, 'utf8')
    expect(await refused()).toContain(`${file} cannot be read: ${sentence}`)
    expect(await readFile(file, 'utf8')).toBe(before)
    expect(await readdir(folder)).toEqual(['state'])
  })

  it('a document twice, in place of another', async () => {
    const { client, state } = await begin()
    const [first] = await client.entities.list()
    for (const name of ['a', 'b'])
      await client.entities.attachDocument(first?.id ?? '', { url: `https://example.com/${name}` })
    await state.close()
    await damage(lines => lines.splice(5, 1, lines[4] ?? ''))
    expect(await refused()).toContain('line 6 says what cannot be: the document occurs twice')
  })

  it('bytes that are no text', async () => {
    const bytes = await readFile(file)
    bytes[bytes.indexOf('Company 1') + 3] = 0xff
    await writeFile(file, bytes)
    expect(await refused()).toBe(`${file} cannot be read: line 5 is not UTF-8`)
  })

  it('another seed', async () => {
    expect(await refused({ seed: 7 })).toBe(`${file} cannot be read: it was written with --seed 1, not 7`)
  })

  it('a journal with a line that is wrong in its middle, of which a torn last line is none', async () => {
    const header = JSON.parse((await readFile(file, 'utf8')).split('\n')[0] ?? '')
    const { client } = await begin()
    await client.entities.create({ type: 'person', name: 'Kept' })
    const journal = `${file}.journal-${header.generation}`
    const text = await readFile(journal, 'utf8')
    await appendFile(journal, '[{"kind":"ent')
    expect(await clientOf(await afterKill()).entities.list()).toHaveLength(4)
    await writeFile(journal, `${text}[{"kind":"ent\n${text.split('\n')[1]}\n`)
    await expect(afterKill()).rejects.toThrow(
      `journal-${header.generation} cannot be read: line 3 is not JSON`,
    )
  })

  it('a journal that belongs to another state', async () => {
    const { client } = await begin()
    await client.entities.create({ type: 'person', name: 'Kept' })
    const journal = (await readdir(folder)).find(name => name.includes('journal')) ?? ''
    const text = await readFile(join(folder, journal), 'utf8')
    await writeFile(join(folder, journal), text.replace(/"of":"[^"]*"/, '"of":"another"'))
    await expect(afterKill()).rejects.toThrow(
      `${journal} cannot be read: line 1 says that it belongs to another state`,
    )
  })
})

it('what another process left halfway, or has folded already, is removed', async () => {
  const { state } = await begin()
  await state.close()
  const { id, generation } = JSON.parse((await readFile(file, 'utf8')).split('\n')[0] ?? '')
  await writeFile(`${file}.new-abc`, 'half')
  const header = { 'entity-screening': 'journal', of: id, generation: generation - 1 }
  await writeFile(`${file}.journal-${generation - 1}`, `${JSON.stringify(header)}\n[]\n`)
  await writeFile(`${file}.journal-99`, '{"entity-scr')
  await (await begin()).state.close()
  expect(await readdir(folder)).toEqual(['state'])
})

it('a state with a second name is written anew, and the other name keeps what it had', async () => {
  const { client, state } = await begin()
  await fill(client, 2)
  await state.close()
  await link(file, join(folder, 'backup'))
  const before = await readFile(file, 'utf8')
  const again = await begin()
  await fill(again.client, 1, 'later ')
  await again.state.close()
  expect(await readFile(join(folder, 'backup'), 'utf8')).toBe(before)
})

it('a server whose lock was taken over refuses to write, and does not touch the files of the other', async () => {
  const { server, client, state } = await begin()
  await client.entities.create({ type: 'person', name: 'Kept' })
  await writeFile(join(folder, 'other'), '')
  await rename(join(folder, 'other'), `${file}-lock`)
  const files = async () =>
    Promise.all((await readdir(folder)).map(async name => [name, await readFile(join(folder, name), 'utf8')]))
  const before = await files()
  await expect(client.entities.create({ type: 'person', name: 'Refused' })).rejects.toMatchObject({
    status: 500,
  })
  expect(await client.entities.list()).toHaveLength(1)
  await expect(state.close()).rejects.toThrow(`${file}-lock was moved, removed or replaced`)
  expect(await files()).toEqual(before)
  expect(server.teams.create().id).toBeTruthy()
})
