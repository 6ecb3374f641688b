import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer, type MockServer, type MockServerOptions } from 'entity-screening-sdk/mock-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStateFile, type StateFile } from '../../../mock-server/adapters/state-file.ts'

let folder = ''
let file = ''
let opened: StateFile[] = []
let lost: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entity-screening-state-'))
  file = join(folder, 'state.db')
  lost = []
})
afterEach(async () => {
  for (const state of opened) await state.close().catch(() => {})
  opened = []
  await rm(folder, { recursive: true })
})

const clientOf = (server: MockServer) =>
  new EntityScreening({ apiKey: 'key', baseUrl: 'http://in-process', fetch: server.fetch, maxRetries: 0 })

async function begin(options: MockServerOptions = {}) {
  const server = createMockServer({ keys: { key: 'team' }, entityLimit: 1_000_000, ...options })
  const state = await openStateFile(file, server, { onLost: ({ message }) => lost.push(message) })
  opened.push(state)
  return { server, state, client: clientOf(server) }
}

/** What a process that is killed now would leave. */
async function afterKill(): Promise<MockServer> {
  const copy = join(folder, `copy-${crypto.randomUUID()}`)
  // Of one moment, with all that is acknowledged.
  const database = new DatabaseSync(file)
  database.exec(`vacuum into '${copy}'`)
  database.close()
  const server = createMockServer({ keys: { key: 'team' }, entityLimit: 1_000_000 })
  opened.push(await openStateFile(copy, server))
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

describe('a file of 0 bytes', () => {
  it('has lost its state, and is refused', async () => {
    await writeFile(file, '')
    await expect(begin()).rejects.toThrow(
      `${file} is empty: restore a copy, or remove it to begin with a new state`,
    )
    expect(await readdir(folder)).toEqual(['state.db'])
  })

  it('is begun again if the start that created it was killed', async () => {
    await writeFile(file, '')
    await writeFile(`${file}-lock`, '')
    const { client } = await begin()
    await fill(client, 1)
    expect(await client.entities.list()).toHaveLength(1)
  })
})

describe('a state in a file', () => {
  it('has all changes that were acknowledged, whatever they are', async () => {
    const { server, client } = await begin()
    await fill(client, 3000)
    const [first] = await client.entities.list()
    for (let round = 0; round < 25; round += 1) {
      const { id } = await client.entities.create({ type: 'person', name: `Person ${round}` })
      await client.entities.attachDocument(id, { url: 'https://example.com/new' })
      await client.entities.attachDocument(first?.id ?? '', { url: `https://example.com/${round}` })
      server.setCaseStatus(id, `STATUS ${round}`)
      server.clock.advance('1s')
      server.teams.create({ id: `team-${round % 3}` })
      if (round === 15) server.restore(server.snapshot())
      await client.entities.rescan(id)
      if (round % 8 === 0) expect(stateOf(await afterKill())).toEqual(stateOf(server))
    }
    server.reset()
    await client.entities.create({ type: 'person', name: 'After the reset' })
    expect(stateOf(await afterKill())).toEqual(stateOf(server))
    expect(stateOf(server)).toHaveLength(2)
  })

  it('has the creation order, and each entity once', async () => {
    const { server, client, state } = await begin()
    await fill(client, 2500)
    const [first] = await client.entities.list()
    await client.entities.rescan(first?.id ?? '')
    await state.close()
    const again = await begin()
    expect(stateOf(again.server)).toEqual(stateOf(server))
    expect(await readdir(folder)).toHaveLength(4)
    await again.state.close()
    expect(await readdir(folder)).toEqual(['state.db'])
  })

  it('has very many documents of one entity', async () => {
    const { client, server, state } = await begin()
    const { id } = await client.entities.create({ type: 'person', name: 'Many documents' })
    for (let number = 0; number < 2500; number += 1)
      await client.entities.attachDocument(id, { url: `https://example.com/${number}` })
    await state.close()
    const again = await begin()
    expect(stateOf(again.server)).toEqual(stateOf(server))
  })

  it('writes what comes at once in one transaction, and lets others have their turn in a long one', async () => {
    const { server, client } = await begin()
    await fill(client, 20_000)
    let turns = 0
    const turn = () => {
      turns += 1
      immediate = setImmediate(turn)
    }
    let immediate = setImmediate(turn)
    server.restore(server.snapshot())
    await client.entities.create({ type: 'person', name: 'The last one' })
    clearImmediate(immediate)
    expect(turns).toBeGreaterThan(30)
    expect(stateOf(await afterKill())).toEqual(stateOf(server))
    const names = Array.from({ length: 200 }, (_, number) => `Person ${number}`)
    await Promise.all(names.map(name => client.entities.create({ type: 'person', name })))
    expect(stateOf(await afterKill())).toHaveLength(20_202)
  })

  it('continues the time where it was, whatever clock each start has', async () => {
    const day = 86_400_000
    for (const clock of ['real', 'manual', 'real', { speed: 60 }, 'stepping', 'real'] as const) {
      const { server, state } = await begin({ clock })
      expect(Math.abs(server.clock.now() - Date.now())).toBeLessThan(day)
      await state.close()
    }
    await rm(file)
    const first = await begin({ clock: 'manual' })
    first.server.clock.advance('3h')
    const then = first.server.clock.now()
    await first.state.close()
    const second = await begin({ clock: 'manual' })
    expect(second.server.clock.now()).toBe(then)
  })

  it('keeps the time of a faster clock ahead of it, whatever changes', async () => {
    const { client } = await begin({ clock: { speed: 3600 } })
    const reader = new DatabaseSync(file, { readOnly: true })
    const stored = () =>
      Number(
        reader
          .prepare(`select json_extract(value, '$.now') as now from changes where subject = 'clock'`)
          .get()?.now,
      )
    await expect.poll(stored).toBeGreaterThan(0)
    let last = stored()
    for (let round = 0; round < 20; round += 1) {
      await client.entities.create({ type: 'person', name: `Person ${round}` })
      expect(stored()).toBeGreaterThanOrEqual(last)
      last = stored()
      await new Promise(resolve => setTimeout(resolve, 10))
    }
    reader.close()
  })

  it('keeps what a server had before it was kept', async () => {
    const server = createMockServer({ keys: { key: 'team' }, entityLimit: 1_000_000 })
    await clientOf(server).entities.create({ type: 'person', name: 'There before' })
    opened.push(await openStateFile(file, server))
    expect(stateOf(await afterKill())).toEqual(stateOf(server))
  })

  it('gives a key to one team, and keeps those that later starts give', async () => {
    const first = await begin()
    await first.client.entities.create({ type: 'person', name: 'Kept' })
    await first.state.close()
    const other = createMockServer({ keys: { key: 'another' } })
    await expect(openStateFile(file, other)).rejects.toThrow(
      `${file} cannot be read: a key that the state has for team "team" is given to team "another" at this start`,
    )
    const second = await begin({ keys: { 'second-key': 'second' } })
    await second.state.close()
    const third = await begin({ keys: {} })
    expect(stateOf(third.server)).toMatchObject([
      { apiKey: 'key' },
      { apiKey: 'second-key' },
      { kind: 'entity' },
    ])
  })
})

describe('a change that cannot be stored', () => {
  it('is answered with 500, as is every one after it; a restart reads what was acknowledged', async () => {
    const { server, client, state } = await begin()
    await client.entities.create({ type: 'person', name: 'Kept' })
    const other = new DatabaseSync(file)
    other.exec('alter table changes rename to elsewhere')
    const [{ id } = { id: '' }] = await client.entities.list()
    await expect(client.entities.attachDocument(id, { url: 'https://example.com/a' })).rejects.toMatchObject({
      status: 500,
    })
    await expect(client.entities.create({ type: 'person', name: 'Refused' })).rejects.toMatchObject({
      status: 500,
    })
    expect(lost).toEqual([expect.stringContaining('no such table')])
    await expect(state.close()).rejects.toThrow('no such table')
    expect((await client.service.health()).success).toBe(true)
    other.exec('alter table elsewhere rename to changes')
    other.close()
    expect(stateOf(await afterKill())).toEqual(stateOf(server).slice(0, 2))
  })

  it.each(['-lock', '-wal', ''])('is one of a state whose file *%s was removed', async ending => {
    const { client, state } = await begin()
    await client.entities.create({ type: 'person', name: 'Kept' })
    await rm(`${file}${ending}`)
    const refused = client.entities.create({ type: 'person', name: 'Refused' })
    await expect(refused).rejects.toMatchObject({ status: 500 })
    const sentence = `${file}${ending} was moved, removed or replaced: another process may have begun`
    expect(lost).toEqual([sentence])
    await expect(state.close()).rejects.toThrow(sentence)
  })

  it('is one of a file that was replaced', async () => {
    const { client } = await begin()
    await writeFile(`${file}-other`, '')
    await rename(`${file}-other`, file)
    await expect(client.entities.create({ type: 'person', name: 'Refused' })).rejects.toThrow()
    expect(lost).toEqual([expect.stringContaining(`${file} was moved, removed or replaced`)])
  })

  it('keeps no next server from the file, which has what was acknowledged, where the lock was removed', async () => {
    const { client, state } = await begin()
    await client.entities.create({ type: 'person', name: 'Kept' })
    await rm(`${file}-lock`)
    const next = await begin()
    await expect(client.entities.create({ type: 'person', name: 'Refused' })).rejects.toThrow()
    await next.client.entities.create({ type: 'person', name: 'Of the next' })
    await expect(state.close()).rejects.toThrow('-lock was moved')
    expect((await next.client.entities.list()).map(({ name }) => name)).toEqual(['Kept', 'Of the next'])
  })

  it('is named at the start, where the disk is full already', async ({ skip }) => {
    await onSmallDisk(skip, async disk => {
      // dd fails once nothing more fits.
      spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=1k'])
      await expect(begin()).rejects.toThrow(/state\.db.* (the disk|ENOSPC)/)
    })
  })

  it('is one of a full disk', async ({ skip }) => {
    await onSmallDisk(skip, async () => {
      const { client, state } = await begin()
      const kept: string[] = []
      const flood = async () => {
        for (let number = 0; ; number += 1) {
          const { id } = await client.entities.create({ type: 'person', name: `Person ${number}` })
          kept.push(id)
        }
      }
      await expect(flood()).rejects.toMatchObject({ status: 500 })
      expect(lost).toEqual([expect.stringMatching(/state\.db cannot be (read or )?written: the disk/)])
      await expect(state.close()).rejects.toThrow('the disk')
      expect(kept.length).toBeGreaterThan(100)
      opened = []
      const again = await begin().catch(() => null)
      // A disk without any room may keep it from being read, until there is some.
      if (again !== null) expect((await again.client.entities.list()).map(({ id }) => id)).toEqual(kept)
      await again?.state.close().catch(() => {})
      opened = []
    })
  })
})

async function onSmallDisk(
  skip: (note: string) => never,
  test: (disk: string) => Promise<void>,
): Promise<void> {
  const disk = join(folder, 'disk')
  await mkdir(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', disk], { stdio: 'ignore' })
  } catch {
    skip('a full disk is not tested: `mount` is not permitted here')
  }
  try {
    file = join(disk, 'state.db')
    await test(disk)
  } finally {
    execFileSync('umount', [disk])
  }
}

describe('faults', () => {
  it('are in the state, with how often they have happened; those that have ended or were removed are not', async () => {
    const { server, client } = await begin()
    server.faults.add({ operation: 'getHealth', status: 503, times: 3, retryAfter: 0 })
    server.faults.add({ operation: 'listEntities', status: 500, times: 1 })
    server.faults.remove(server.faults.add({ delay: 5 }))
    await expect(client.service.health()).rejects.toMatchObject({ status: 503 })
    await expect(client.entities.list()).rejects.toMatchObject({ status: 500 })
    const again = await afterKill()
    expect(again.faults.list()).toEqual(server.faults.list())
    expect(again.faults.list()).toMatchObject([{ id: 'fault-1', times: 3, happened: 1 }])
    expect(again.faults.add({ delay: 5 })).toBe('fault-2')
  })

  it('are gone from it by a reset, stay by a restore, and are in no snapshot', async () => {
    const { server, client } = await begin()
    server.faults.add({ operation: 'getHealth', status: 503 })
    const snapshot = server.snapshot()
    expect(JSON.stringify(snapshot)).not.toContain('fault')
    server.restore(snapshot)
    await client.entities.create({ type: 'person', name: 'Waits for the restore, too' })
    expect((await afterKill()).faults.list()).toHaveLength(1)
    server.reset()
    await client.entities.create({ type: 'person', name: 'Later' })
    expect((await afterKill()).faults.list()).toEqual([])
    const [team, ...others] = snapshot.changes
    const faults = { kind: 'faults', faults: [] }
    expect(() => server.restore({ ...snapshot, changes: [team, faults, ...others] })).toThrow(
      'restore: a snapshot cannot contain faults',
    )
  })
})

describe('a file is refused, and stays as it is', () => {
  it('where it is none of a state', async () => {
    for (const content of ['name,type', '{"version":1}', ' \n']) {
      await writeFile(file, content)
      await expect(begin()).rejects.toThrow(`${file} is not a SQLite file`)
      expect(await readFile(file, 'utf8')).toBe(content)
    }
    expect(await readdir(folder)).toEqual(['state.db'])
  })

  it('where another server has it', async () => {
    await begin()
    await expect(begin()).rejects.toThrow(`${file} is in use by another process`)
  })

  it('of another seed', async () => {
    await (await begin()).state.close()
    await expect(begin({ seed: 2 })).rejects.toThrow('it was written with --seed 1, not 2')
  })

  it('with what cannot be', async () => {
    const { client, state } = await begin()
    await client.entities.create({ type: 'person', name: 'Kept' })
    await state.close()
    const other = new DatabaseSync(file)
    other.exec(`update changes set value = json_remove(value, '$.entity.scan')`)
    other.close()
    await expect(begin()).rejects.toThrow(`${file} cannot be read: apply: entity.scan is required`)
  })

  it('where the start is given up while it is read', async () => {
    const { client, state } = await begin()
    await fill(client, 3000)
    await state.close()
    const server = createMockServer()
    const ended = openStateFile(file, server, { signal: AbortSignal.abort(new Error('given up')) })
    await expect(ended).rejects.toThrow('given up')
    await (await begin()).state.close()
  })
})

it('keeps the networks that were loaded', async () => {
  const { server, client } = await begin()
  const node = { id: 'e-1', name: 'Nordwind GmbH', pep: [], sanctions: [{ name: 'N' }], adverse_media: [] }
  const networks = { 'e-1': { nodes: { 'e-1': node }, relations: [] } }
  const entity = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE', id: 'e-1' } as const
  await server.load({ entities: [entity], networks })
  const again = clientOf(await afterKill())
  expect(await again.entities.network('e-1')).toEqual(await client.entities.network('e-1'))
})
