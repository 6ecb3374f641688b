import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, link, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer, type MockServer, type MockServerOptions } from 'entity-screening-sdk/mock-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStateFile, type StateFile } from '../../../mock-server/adapters/state-file.ts'
import { fetchFrom } from '../fetch-from.ts'

let folder = ''
let file = ''
let opened: StateFile[] = []
let lost: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entity-screening-state-'))
  file = join(folder, 'state.json')
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

const stateOf = (server: MockServer) => server.snapshot().teams

const readStored = async () => JSON.parse(await readFile(file, 'utf8'))

/** Resolves when the file has what the server has. */
async function written(server: MockServer): Promise<void> {
  await expect.poll(async () => (await readStored()).teams).toEqual(stateOf(server))
}

async function fill(client: EntityScreening, count: number, first = 0) {
  const rows = Array.from({ length: count }, (_, number) => `Company ${first + number}`)
  for (let at = 0; at < count; at += 1000) {
    await client.entities.createBulk(
      rows.slice(at, at + 1000).map(name => ({ type: 'organization', name, countryCode: 'DE' }) as const),
    )
  }
}

describe('a state in a file', () => {
  it('has each kind of change soon after it', async () => {
    const { server, client } = await begin()
    const { id } = await client.entities.create({ type: 'person', name: 'Ilse Brandt' })
    await written(server)
    await client.entities.attachDocument(id, { url: 'https://example.com/a.pdf' })
    await written(server)
    await client.entities.rescan(id)
    await written(server)
    server.setCaseStatus(id, 'ESCALATED')
    await written(server)
    server.teams.create({ id: 'other' })
    await written(server)
    server.clock.advance('1h')
    await expect.poll(async () => (await readStored()).clock.now).toBe(server.clock.now())
    server.reset()
    await written(server)
  })

  it('is written within a tenth of a second, once for many changes', async () => {
    const { server, client } = await begin()
    const before = await stat(file)
    const start = performance.now()
    await client.entities.create({ type: 'person', name: 'A' })
    await client.entities.create({ type: 'person', name: 'B' })
    // The file system was busy if the write itself took long.
    await expect.poll(async () => (await stat(file)).ino, { interval: 1 }).not.toBe(before.ino)
    expect(performance.now() - start).toBeGreaterThan(20)
    expect((await readStored()).teams).toEqual(stateOf(server))
  })

  it('is there after the end, in creation order', async () => {
    const { server, client, state } = await begin()
    await fill(client, 2500)
    const [first] = await client.entities.list()
    await client.entities.rescan(first?.id ?? '')
    await state.close()
    const again = await begin()
    expect(again.server.snapshot()).toEqual(server.snapshot())
    await again.state.close()
    expect(await readdir(folder)).toEqual(['state.json'])
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
    await first.state.close()
    const second = await begin({ clock: 'manual' })
    expect(second.server.clock.now()).toBe(first.server.clock.now())
  })

  it('has what a server had before it was kept', async () => {
    const server = createMockServer({ keys: { key: 'team' } })
    await clientOf(server).entities.create({ type: 'person', name: 'There before' })
    opened.push(await openStateFile(file, server))
    expect((await readStored()).teams).toEqual(stateOf(server))
  })

  it('gives a key to one team, and keeps those that later starts give', async () => {
    const first = await begin()
    await first.client.entities.create({ type: 'person', name: 'Kept' })
    await first.state.close()
    const other = createMockServer({ keys: { key: 'another' } })
    await expect(openStateFile(file, other)).rejects.toThrow(
      `${file} cannot be read: restore: a key that the state has for team "team" is given to team "another" at this start`,
    )
    const second = await begin({ keys: { 'second-key': 'second' } })
    await second.state.close()
    const third = await begin({ keys: {} })
    expect(stateOf(third.server)).toMatchObject([
      { keys: ['second-key'], entities: [] },
      { keys: ['key'], entities: [{ name: 'Kept' }] },
    ])
  })

  it('is a snapshot, which the control API takes too', async () => {
    const { client, server, state } = await begin()
    await client.entities.create({ type: 'person', name: 'Kept' })
    await state.close()
    const other = createMockServer()
    other.restore(await readStored())
    expect(stateOf(other)).toEqual(stateOf(server))
  })

  it('begins with a snapshot that was taken elsewhere', async () => {
    const other = createMockServer({ keys: { key: 'team' }, entityLimit: 1_000_000 })
    await clientOf(other).entities.create({ type: 'person', name: 'Elsewhere' })
    await writeFile(file, JSON.stringify(other.snapshot()))
    const { server } = await begin()
    expect(stateOf(server)).toEqual(stateOf(other))
  })

  it('has the faults, with how often they have happened; those that have ended or were removed are not there', async () => {
    const { server, client, state } = await begin()
    server.faults.add({ operation: 'getHealth', status: 503, times: 3, retryAfter: 0 })
    server.faults.add({ operation: 'listEntities', status: 500, times: 1 })
    server.faults.remove(server.faults.add({ delay: 5 }))
    await expect(client.service.health()).rejects.toMatchObject({ status: 503 })
    await expect(client.entities.list()).rejects.toMatchObject({ status: 500 })
    await state.close()
    const again = await begin()
    expect(again.server.faults.list()).toEqual(server.faults.list())
    expect(again.server.faults.list()).toMatchObject([{ id: 'fault-1', times: 3, happened: 1 }])
    expect(again.server.faults.add({ delay: 5 })).toBe('fault-2')
    expect(JSON.stringify(again.server.snapshot())).not.toContain('fault')
    again.server.reset()
    await again.state.close()
    expect((await begin()).server.faults.list()).toEqual([])
  })

  it('has the networks that were loaded', async () => {
    const { server, client, state } = await begin()
    const node = { id: 'e-1', name: 'Nordwind GmbH', pep: [], sanctions: [{ name: 'N' }], adverse_media: [] }
    const networks = { 'e-1': { nodes: { 'e-1': node }, relations: [] } }
    const entity = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE', id: 'e-1' } as const
    await server.load({ entities: [entity], networks })
    await state.close()
    const again = await begin()
    expect(await again.client.entities.network('e-1')).toEqual(await client.entities.network('e-1'))
  })

  it('is readable by its owner alone', async () => {
    await (await begin()).state.close()
    await chmod(file, 0o644)
    await begin()
    for (const name of await readdir(folder))
      expect([name, (await stat(join(folder, name))).mode & 0o777]).toEqual([name, 0o600])
  })
})

describe('a state that cannot be written', () => {
  it('is told once, and refuses the next changes, not reads', async () => {
    const { server, client, state } = await begin()
    await client.entities.create({ type: 'person', name: 'Kept' })
    await written(server)
    await mkdir(`${file}-new`)
    const { id } = await client.entities.create({ type: 'person', name: 'Unwritten' })
    await expect.poll(() => lost).toEqual([expect.stringContaining('EISDIR')])
    const refused = [
      () => client.entities.create({ type: 'person', name: 'Refused' }),
      () => client.entities.rescan(id),
      () => client.entities.attachDocument(id, { url: 'https://example.com/a' }),
    ]
    for (const change of refused)
      await expect(change()).rejects.toMatchObject({
        status: 500,
        reason: 'The state can no longer be stored, so it does not change.',
      })
    const admin = (method: string, path: string) =>
      fetchFrom(server, `http://in-process/__admin/${path}`, { method })
    for (const path of ['reset', 'clock/settle']) expect((await admin('POST', path)).status).toBe(500)
    expect((await admin('GET', 'snapshot')).status).toBe(200)
    expect((await admin('DELETE', 'requests')).status).toBe(200)
    expect((await client.entities.list()).map(({ name }) => name)).toEqual(['Kept', 'Unwritten'])
    expect((await client.entities.search({ name: 'kept' })).map(({ name }) => name)).toEqual(['Kept'])
    await expect(state.close()).rejects.toThrow('EISDIR')
    expect(lost).toHaveLength(1)
    await rm(`${file}-new`, { recursive: true, force: true })
    expect((await (await begin()).client.entities.list()).map(({ name }) => name)).toEqual(['Kept'])
  })

  it('is one whose lock was removed: another process may have the file', async () => {
    const { client, server, state } = await begin()
    await client.entities.create({ type: 'person', name: 'Kept' })
    await written(server)
    await rm(`${file}-lock`)
    const next = await begin()
    await client.entities.create({ type: 'person', name: 'Lost' })
    const sentence = `${file}-lock was moved, removed or replaced: another process may have begun`
    await expect.poll(() => lost).toEqual([sentence])
    await expect(state.close()).rejects.toThrow(sentence)
    expect((await next.client.entities.list()).map(({ name }) => name)).toEqual(['Kept'])
  })

  it('is named at the start, if the disk is full already', async ({ skip }) => {
    await onSmallDisk(skip, async disk => {
      // dd fails once nothing more fits.
      spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=1k'])
      await expect(begin()).rejects.toThrow(/ENOSPC|the disk/)
    })
  })

  it('is one on a full disk, whose file has an earlier state, whole', async ({ skip }) => {
    await onSmallDisk(skip, async () => {
      const { client, state } = await begin()
      const flood = async () => {
        for (let first = 0; lost.length === 0; first += 200) {
          await fill(client, 200, first)
          await new Promise(resolve => setTimeout(resolve, 20))
        }
      }
      await flood().catch(() => {})
      expect(lost).toEqual([expect.stringContaining('ENOSPC')])
      await expect(state.close()).rejects.toThrow('ENOSPC')
      opened = []
      const { teams } = await readStored()
      expect(teams).toMatchObject([{ id: 'team' }])
      expect(await readdir(join(folder, 'disk'))).toEqual(['state.json'])
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
    file = join(disk, 'state.json')
    await test(disk)
  } finally {
    execFileSync('umount', [disk])
  }
}

describe('a file is refused, and stays as it is', () => {
  /** Expects that the file is refused, that its content is unchanged, and that nothing remains beside it. */
  async function expectRefusal(
    content: string | Uint8Array,
    message: string,
    options: MockServerOptions = {},
  ) {
    await writeFile(file, content)
    await expect(begin(options)).rejects.toThrow(message)
    expect(await readFile(file)).toEqual(Buffer.from(content))
    expect(await readdir(folder)).toEqual(['state.json'])
  }

  it.each(['name,type', '{"version":2}', '{"version":"2","seed":1}', ' \n', '[]', '{', 'null', '\0\u0001'])(
    'if it is not a state: %j',
    async content => {
      await expectRefusal(content, `${file} is not a state of a server`)
    },
  )

  it('if it is of another version', async () => {
    await expectRefusal(
      '{"version":1,"seed":1,"changes":[]}',
      `${file} cannot be read: restore: version must be 2`,
    )
  })

  it('if it is a state of an earlier version, in SQLite: the message says what to do', async () => {
    const database = new DatabaseSync(join(folder, 'old'))
    database.exec('create table changes (position integer primary key); pragma application_id = 0x65737331')
    database.close()
    const content = await readFile(join(folder, 'old'))
    await rm(join(folder, 'old'))
    await expectRefusal(
      content,
      `${file} is a state that an earlier version wrote, in SQLite. To keep its entities, save the list of that version (GET /v1/entities) and load it with --data; to begin with a new state, remove the file`,
    )
  })

  it('if it is another SQLite file', async () => {
    const database = new DatabaseSync(join(folder, 'other'))
    database.exec('create table changes (position integer primary key)')
    database.close()
    const content = await readFile(join(folder, 'other'))
    await rm(join(folder, 'other'))
    await expectRefusal(content, `${file} is not a state of a server`)
  })

  it('if it is of another seed', async () => {
    await (await begin()).state.close()
    await expectRefusal(await readFile(file), 'it was written with --seed 1, not 2', { seed: 2 })
  })

  it('if it has an entity that cannot be', async () => {
    const { client, state } = await begin()
    await client.entities.create({ type: 'person', name: 'Kept' })
    await state.close()
    const { teams, ...stored } = await readStored()
    teams[0].entities[0].scan = 0
    await expectRefusal(
      JSON.stringify({ ...stored, teams }),
      `${file} cannot be read: restore: teams[0].entities[0].scan must be at least 1`,
    )
  })

  it('if it is empty, unless its first start was killed', async () => {
    await expectRefusal('', `${file} is empty: restore a copy, or remove it to begin with a new state`)
    await writeFile(`${file}-lock`, '')
    const { client } = await begin()
    expect(await client.entities.list()).toEqual([])
  })

  it('if another server has it', async () => {
    await begin()
    await expect(begin()).rejects.toThrow(`${file} is in use by another process`)
  })

  it('if it has a second name, which would keep the earlier state', async () => {
    await (await begin()).state.close()
    await link(file, `${file}-copy`)
    await expect(begin()).rejects.toThrow('has a second name')
  })
})
