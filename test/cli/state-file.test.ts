import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { EntityScreening } from 'entity-screening-sdk'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const apiKey = 'state-key'

/** The command in one file: a process that starts at once can be killed often. */
describe('entity-screening serve --state', { timeout: 120_000 }, () => {
  let folder: string
  let command: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'entity-screening-state-'))
    command = join(folder, 'cli.mjs')
    await build({
      entryPoints: ['cli/index.ts'],
      outfile: command,
      bundle: true,
      platform: 'node',
      format: 'esm',
    })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

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
    const child: ChildProcess = spawn(process.execPath, [command, ...parameters, ...more])
    if (child.stdout === null) throw new Error('the command has no output')
    const [line] = await once(createInterface(child.stdout), 'line')
    const baseUrl = String(line).replace('listening on ', '')
    const client = new EntityScreening({ apiKey, baseUrl, retry: 0, logLevel: 'off' })
    const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
      child.kill(signal)
      await once(child, 'exit')
    }
    return { client, end }
  }

  it('has every acknowledged create after being killed at 50 random moments of a bulk load', async () => {
    const state = join(folder, 'killed.json')
    const acknowledged = new Set<string>()
    let sent = 0
    for (let round = 0; round < 50; round += 1) {
      const { client, end } = await serve(state)
      // Deterministic, and anywhere from before the first answer to after the last.
      const killed = new Promise(resolve => setTimeout(resolve, (round * 37) % 90)).then(() => end('SIGKILL'))
      for (let batch = 0; batch < 20; batch += 1) {
        const names = Array.from({ length: 50 }, () => `Company ${++sent} Ltd`)
        const rows = names.map(name => ({ type: 'organization', name, countryCode: 'GB' }) as const)
        const summary = await client.entities.createBulk(rows).catch(() => undefined)
        if (summary === undefined) break
        expect(summary.errorCount).toBe(0)
        for (const name of names) acknowledged.add(name)
      }
      await killed
    }
    const { client, end } = await serve(state)
    const listed = (await client.entities.list()).map(({ name }) => name)
    await end('SIGTERM')
    expect(acknowledged.size).toBeGreaterThan(500)
    expect([...acknowledged].filter(name => !listed.includes(name))).toEqual([])
    expect(new Set(listed).size).toBe(listed.length)
    expect((await readdir(folder)).filter(name => name.startsWith('killed.json'))).toEqual(['killed.json'])
    expect(JSON.parse(await readFile(state, 'utf8'))).toMatchObject({ version: 1 })
  })

  it('keeps everything over a clean stop, the clock and documents included', async () => {
    const state = join(folder, 'stopped.json')
    const first = await serve(state, '--clock', 'manual')
    const { id } = await first.client.entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
    await first.client.entities.attachDocument(id, { url: 'https://example.com/a.pdf' })
    await first.end('SIGTERM')
    const second = await serve(state, '--clock', 'manual')
    expect(await second.client.entities.list()).toMatchObject([{ id, name: 'Halfmoon Minerals Oy' }])
    await second.end('SIGTERM')
    const { changes } = JSON.parse(await readFile(state, 'utf8'))
    expect(changes.at(-1)).toMatchObject({ kind: 'entity', entity: { documents: [{ title: 'a.pdf' }] } })
  })

  it('does not share its file, and does not take up what a file that was removed has left', async () => {
    const state = join(folder, 'shared.json')
    const first = await serve(state)
    await first.client.entities.create({ type: 'person', name: 'Old' })
    const second = spawn(process.execPath, [command, 'serve', '--port', '0', '--state', state])
    let said = ''
    second.stderr.on('data', (chunk: Buffer) => {
      said += String(chunk)
    })
    expect(await once(second, 'exit')).toEqual([1, null])
    expect(said).toMatch(/shared\.json is in use by process \d+/)
    await first.end('SIGKILL')
    await rm(state)
    const third = await serve(state)
    await third.client.entities.create({ type: 'person', name: 'New' })
    await third.end('SIGKILL')
    const fourth = await serve(state)
    expect((await fourth.client.entities.list()).map(({ name }) => name)).toEqual(['New'])
    await fourth.end('SIGTERM')
  })

  it('stops at once although an answer is still to come', async () => {
    const { client, end } = await serve(join(folder, 'delayed.json'), '--latency', '60000')
    void client.service.health({ timeout: false }).catch(() => {})
    await new Promise(resolve => setTimeout(resolve, 100))
    await end('SIGTERM')
  })

  it('does not begin with a file that it cannot read', async () => {
    const state = join(folder, 'broken.json')
    await writeFile(state, '{"version":1,')
    const child = spawn(process.execPath, [command, 'serve', '--port', '0', '--state', state])
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += String(chunk)
    })
    const [status] = await once(child, 'exit')
    expect([status, said]).toEqual([1, expect.stringContaining('broken.json cannot be read')])
    expect(await readFile(state, 'utf8')).toBe('{"version":1,')
    expect((await readdir(folder)).filter(name => name.startsWith('broken.json'))).toEqual(['broken.json'])
  })
})
