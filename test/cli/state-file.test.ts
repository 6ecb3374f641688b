import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EntityScreening } from 'entity-screening-sdk'
import type { Snapshot } from 'entity-screening-sdk/mock-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callCommand, callServe } from './call-command.ts'

const apiKey = 'state-key'

describe('entity-screening serve --state', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'entity-screening-state-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  async function serve(state: string, ...more: string[]) {
    const flags = ['--key', `${apiKey}=team`, '--state', state]
    const { url: baseUrl, ended, stop } = await callServe([...flags, ...more])
    const client = new EntityScreening({ apiKey, baseUrl, maxRetries: 0, logLevel: 'off' })
    return { client, ended, stop }
  }

  /** What a server says that does not begin. */
  async function refusal(...parameters: string[]) {
    const { status, stderr: said } = await callCommand(['serve', '--port', '0', ...parameters])
    return { status, said }
  }

  it('keeps everything over a clean stop, including the clock and documents', async () => {
    const state = join(folder, 'stopped.json')
    const first = await serve(state, '--clock', 'manual')
    const { id } = await first.client.entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
    await first.client.entities.attachDocument(id, { url: 'https://example.com/a.pdf' })
    await first.stop()
    const second = await serve(state, '--clock', 'manual')
    expect(await second.client.entities.list()).toMatchObject([{ id, name: 'Halfmoon Minerals Oy' }])
    await second.stop()
    const stored: Snapshot = JSON.parse(await readFile(state, 'utf8'))
    expect(stored.teams).toMatchObject([
      { entities: [{ id, documents: [{ url: 'https://example.com/a.pdf' }] }] },
    ])
  })

  it('is readable by its owner alone, with all files beside it', async () => {
    const state = join(folder, 'private.json')
    const modes = async () => {
      const names = (await readdir(folder)).filter(name => name.startsWith('private.json'))
      return Promise.all(
        names.map(async name => [name, ((await stat(join(folder, name))).mode & 0o777).toString(8)]),
      )
    }
    const first = await serve(state)
    await first.client.entities.create({ type: 'person', name: 'Kept' })
    expect(await modes()).toEqual([
      ['private.json', '600'],
      ['private.json-lock', '600'],
    ])
    await first.stop()
    // One that somebody has opened to others is closed to them again.
    await chmod(state, 0o644)
    const second = await serve(state)
    expect((await modes()).map(([, mode]) => mode)).toEqual(['600', '600'])
    await second.stop()
    expect(await modes()).toEqual([['private.json', '600']])
  })

  it('reports a failure while it stops, with status 1', async () => {
    const state = join(folder, 'stopping', 'state.json')
    await mkdir(join(folder, 'stopping'))
    const { client, stop } = await serve(state)
    await client.entities.create({ type: 'person', name: 'Kept' })
    await rename(join(folder, 'stopping'), join(folder, 'moved-away'))
    expect(await stop()).toMatchObject({
      status: 1,

      stderr: expect.stringContaining(
        `entity-screening: ${state}-lock was moved, removed or replaced: another process may have begun\n`,
      ),
    })
  })

  it('stops immediately despite a delayed response', async () => {
    const { client, stop } = await serve(join(folder, 'delayed.json'), '--latency', '60000')
    void client.service.health({ timeout: false }).catch(() => {})
    await new Promise(resolve => setTimeout(resolve, 100))
    await stop()
  })

  it('does not start if the file cannot exist, and names it', async () => {
    const [inNone, inFile] = [join(folder, 'nowhere', 'state.json'), join(folder, 'plain', 'state.json')]
    await writeFile(join(folder, 'plain'), '')
    for (const place of [folder, '/'])
      expect(await refusal('--state', place)).toEqual({
        status: 1,
        said: `entity-screening: ${place} must be a regular file\n`,
      })
    for (const [state, reason] of [
      [inNone, 'there is no such folder (ENOENT)'],
      [inFile, 'not a directory (ENOTDIR)'],
    ] as const) {
      expect(await refusal('--state', state)).toEqual({
        status: 1,
        said: `entity-screening: the state cannot be kept in ${state}: ${reason}\n`,
      })
    }
  })

  it('does not start with an unreadable file', async () => {
    const state = join(folder, 'broken.json')
    for (const content of ['x', ' \n', '[]', 'name,type', '{"version":1}', 'name,type\n'.repeat(200)]) {
      await writeFile(state, content)
      await chmod(state, 0o644)
      expect(await refusal('--state', state)).toEqual({
        status: 1,
        said: `entity-screening: ${state} is not a state of a server\n`,
      })
      expect(await readFile(state, 'utf8')).toBe(content)
      expect((await stat(state)).mode & 0o777).toBe(0o644)
    }
    expect((await readdir(folder)).filter(name => name.startsWith('broken.json'))).toEqual(['broken.json'])
  })

  it('says that the state cannot be written, refuses the next changes, and ends with status 1', {
    tags: 'long',
  }, async () => {
    const state = join(folder, 'lost.json')
    const { client, stop } = await serve(state)
    await client.entities.create({ type: 'person', name: 'Kept' })
    await expect.poll(() => readFile(state, 'utf8')).toContain('Kept')
    await rm(`${state}-lock`)
    const create = (name: string) => client.entities.create({ type: 'person', name })
    await create('Lost')
    await expect
      .poll(() =>
        create('Perhaps').then(
          () => 201,
          ({ status }) => status,
        ),
      )
      .toBe(500)
    expect((await client.entities.list()).map(({ name }) => name)).toContain('Lost')
    const { status, stderr } = await stop()
    expect(status).toBe(1)
    expect(stderr).toContain(
      `entity-screening: the state cannot be kept in ${state}: ${state}-lock was moved, removed or replaced: another process may have begun. Requests that would change it are refused until a restart.\n`,
    )
    const second = await serve(state)
    expect((await second.client.entities.list()).map(({ name }) => name)).toEqual(['Kept'])
    await second.stop()
  })
})
