import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstat, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { EntityScreening } from 'entity-screening-sdk'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { canUnshare } from '../can-unshare.ts'
import { killCommands, runCommand } from './built-command.ts'

const apiKey = 'state-key'
const clockAnswer = z.object({ data: z.object({ now: z.string() }) })

describe('entity-screening serve --state', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'entity-screening-state-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  afterEach(killCommands)

  async function serve(state: string, ...more: string[]) {
    const parameters = [
      'serve',
      '--port',
      '0',
      '--key',
      `${apiKey}=team`,
      '--entity-limit',
      '1000000',
      '--state',
      state,
    ]
    const { url, ended, kill } = runCommand([...parameters, ...more])
    const baseUrl = await url
    const client = new EntityScreening({ apiKey, baseUrl, maxRetries: 0, logLevel: 'off' })
    const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
      kill(signal)
      return ended
    }
    return { client, baseUrl, end, ended }
  }

  /** What a server says that does not begin. */
  async function refusal(...parameters: string[]) {
    const { status, stderr: said } = await runCommand(['serve', '--port', '0', ...parameters]).ended
    return { status, said }
  }

  // .ci/run kills more often than a contributor's machine.
  const kills = Number(process.env.IMPORT_KILLS ?? 5)

  it(`after ${kills} kills at random moments of a bulk load has a whole state, with all that is older than its last write`, async () => {
    const state = join(folder, 'killed.json')
    const old = new Set<string>()
    let sent = 0
    for (let round = 0; round < kills; round += 1) {
      const { client, end } = await serve(state)
      const times = new Map<string, number>()
      // The times of the file's writes. The last one began after the end of the one before.
      const writes = new Set<number>()
      const killed = sleep(1000 + ((round * 37) % 200)).then(() => end('SIGKILL'))
      for (let isRunning = true; isRunning; ) {
        const names = Array.from({ length: 5 }, () => `Company ${++sent} Ltd`)
        const rows = names.map(name => ({ type: 'organization', name, countryCode: 'GB' }) as const)
        const summary = await client.entities.createBulk(rows).catch(() => undefined)
        if (summary === undefined) isRunning = false
        else for (const name of names) times.set(name, Date.now())
        await stat(state).then(
          ({ mtimeMs }) => writes.add(mtimeMs),
          () => {},
        )
      }
      await killed
      const beforeLast = [...writes].at(-2) ?? 0
      for (const [name, time] of times) if (time < beforeLast) old.add(name)
    }
    const { client, end } = await serve(state)
    const listed = (await client.entities.list()).map(({ name }) => name)
    await end('SIGTERM')
    expect(old.size).toBeGreaterThan(0)
    expect([...old].filter(name => !listed.includes(name))).toEqual([])
    expect(listed.length % 5).toBe(0)
    expect(new Set(listed).size).toBe(listed.length)
    expect((await readdir(folder)).filter(name => name.startsWith('killed.json'))).toEqual(['killed.json'])
  })

  it('does not share its file, under any link', async () => {
    const state = join(folder, 'shared.json')
    const first = await serve(state)
    await first.client.entities.create({ type: 'person', name: 'Kept' })
    await symlink('shared.json', join(folder, 'link.json'))
    for (const name of ['shared.json', 'link.json']) {
      const { status, said } = await refusal('--state', join(folder, name))
      expect(status).toBe(1)
      expect(said).toMatch(/shared\.json is in use by another process/)
    }
    await expect.poll(() => readFile(state, 'utf8')).toContain('Kept')
    await first.end('SIGKILL')
    const second = await serve(join(folder, 'link.json'))
    expect((await second.client.entities.list()).map(({ name }) => name)).toEqual(['Kept'])
    await second.end('SIGTERM')
    expect((await lstat(join(folder, 'link.json'))).isSymbolicLink()).toBe(true)
    expect((await readdir(folder)).filter(name => /^(shared|link)\.json/.test(name))).toEqual([
      'link.json',
      'shared.json',
    ])
  })

  it('does not share its file with a server in another container, if both are process 1', async () => {
    if (!canUnshare) return console.warn('not tested: `unshare --pid` is not permitted here')
    const state = join(folder, 'contained.json')
    const command = join(inject('builtCli'), 'dist/cli.js')
    const within = ['--pid', '--fork', '--mount-proc', process.execPath, command, 'serve', '--quiet']
    const start = () => {
      const parameters = ['--port', '0', '--key', `${apiKey}=team`, '--state', state]
      const child = spawn('unshare', [...within, ...parameters])
      onTestFinished(() => void child.kill('SIGKILL'))
      return child
    }
    const first = start()
    const [line] = await once(createInterface(first.stdout), 'line')
    const baseUrl = String(line).replace('listening on ', '')
    const client = new EntityScreening({ apiKey, baseUrl, maxRetries: 0 })
    await client.entities.create({ type: 'person', name: 'Kept' })
    const second = start()
    let said = ''
    second.stderr.on('data', (chunk: Buffer) => {
      said += String(chunk)
    })
    expect(await once(second, 'close')).toEqual([1, null])
    expect(said).toContain(`${state} is in use by another process`)
    await client.entities.create({ type: 'person', name: 'Kept, too' })
    const inner = Number(execFileSync('pgrep', ['-P', String(first.pid)], { encoding: 'utf8' }))
    process.kill(inner, 'SIGTERM')
    await once(first, 'close')
    const third = await serve(state)
    expect((await third.client.entities.list()).map(({ name }) => name)).toEqual(['Kept', 'Kept, too'])
    await third.end('SIGTERM')
  })

  it('does not start if a key moves to another team, which would lose the entities of the first', async () => {
    const state = join(folder, 'moved.json')
    const first = await serve(state)
    await first.client.entities.create({ type: 'person', name: 'Kept' })
    await first.end('SIGTERM')
    const before = await readFile(state)
    const { status, said } = await refusal('--state', state, '--key', `${apiKey}=other-team`)
    expect(status).toBe(1)
    expect(said).toContain(
      'a key that the state has for team "team" is given to team "other-team" at this start: give it to "team", or give "other-team" another key',
    )
    expect(said).not.toContain(apiKey)
    expect(await readFile(state)).toEqual(before)
    // Another key for another team leaves the first one alone, with its key.
    const second = await serve(state, '--key', 'other-key=other-team')
    expect((await second.client.entities.list()).map(({ name }) => name)).toEqual(['Kept'])
    await second.end('SIGKILL')
    const third = await serve(state)
    expect((await third.client.entities.list()).map(({ name }) => name)).toEqual(['Kept'])
    await third.end('SIGTERM')
  })

  it('keeps entities after a reset, also for a start with other keys', async () => {
    const state = join(folder, 'reset.json')
    const first = await serve(state)
    await fetch(`${first.baseUrl}/__admin/reset`, { method: 'POST' })
    await first.client.entities.create({ type: 'person', name: 'Kept' })
    await expect.poll(() => readFile(state, 'utf8')).toContain('Kept')
    await first.end('SIGKILL')
    const other = runCommand(['serve', '--port', '0', '--key', 'k=t', '--state', state])
    await other.url
    other.kill('SIGTERM')
    await other.ended
    const second = await serve(state)
    expect((await second.client.entities.list()).map(({ name }) => name)).toEqual(['Kept'])
    await second.end('SIGTERM')
  })

  it('continues with the time of a faster clock after a stop', async () => {
    const state = join(folder, 'faster.json')
    const time = async (baseUrl: string) => {
      const answer = await fetch(`${baseUrl}/__admin/clock`)
      return Date.parse(z.parse(clockAnswer, await answer.json()).data.now)
    }
    const first = await serve(state, '--clock', 'x3600')
    const { id } = await first.client.entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
    await expect.poll(async () => (await first.client.entities.list())[0]?.riskLevel).toBe('high')
    let seen = await time(first.baseUrl)
    let before = await first.client.entities.list()
    await first.end('SIGTERM')
    for (let start = 0; start < 2; start += 1) {
      const { client, baseUrl, end } = await serve(state, '--clock', 'x3600')
      const now = await time(baseUrl)
      expect(now).toBeGreaterThanOrEqual(seen)
      expect(await client.entities.list()).toEqual(before)
      await client.entities.rescan(id)
      await expect
        .poll(async () => (await client.entities.list())[0]?.updatedAt)
        .not.toBe(before[0]?.updatedAt)
      await expect.poll(() => time(baseUrl)).toBeGreaterThan(now + 600_000)
      before = await client.entities.list()
      seen = await time(baseUrl)
      await end('SIGTERM')
    }
  })
})
